"""What is photographed: every page, and what opens on one, by a name."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

PAGES = {
    "home": "/",
    "rules": "/rules/",
    "learn": "/learn/",
    "lesson": "/learn/points/",
    "lesson-place": "/learn/placing/",
    "lobby": "/lobby/",
    "bots": "/bots/",
    "games": "/games/",
    "watch": "/watch/",
    "leaderboard": "/leaderboard/",
    "login": "/login/",
    "register": "/register/",
    "password-reset": "/password/reset/",
    "player": "/players/Nefertiti/",
    "player-bot": "/players/Scarab/",
    "statistics": "/players/Nefertiti/statistics/",
    "search": "/players/?q=ra",
    "compare": "/compare/?one=Nefertiti&other=Ramses",
    "analysis": "/analysis/",
    "practice-none": "/practice/",
}
# Those of one who is signed in.
OWN_PAGES = {
    "account": "/account/",
    "reach": "/reach/",
    "following": "/following/",
    "blocked": "/blocked/",
    "password": "/password/",
}
# The page of a fault has no address; its text is staged.
FAULT = "fault"
TABLE = ("start", "allocate", "place", "remove", "clear", "waiting", "over")


@dataclass(frozen=True)
class Shot:
    """One picture: where, seen by whom (aton, amon, guest, new, or nobody), after doing what."""

    address: str
    who: str = "aton"
    do: Callable[[Page], object] = lambda _: None


def press(*selectors: str) -> Callable[[Page], None]:
    """Return what presses one thing after the other."""

    def pressing(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return pressing


def _half_laid(page: Page) -> None:
    for number in (1, 2):
        page.locator("[data-card]:not(.laid)").first.click()
        page.locator(f"#decide [data-slot='{number}']").click()
    page.locator("[data-card]:not(.laid)").first.click()


def _chosen(page: Page) -> None:
    form = page.locator("#decide")
    names = form.locator("[name=squares]").evaluate_all("all => all.map((one) => one.value)")
    need = int(form.get_attribute("data-need") or 0)
    for name in names[: need - 1]:
        page.locator(f"#q{name}").click()
    page.wait_for_timeout(400)


def _refused(page: Page) -> None:
    """Answer with squares that the rules do not allow, as no page of ours would."""
    boxes = page.locator("#decide [name=squares]")
    boxes.evaluate_all("all => all.forEach((box) => { box.checked = true; })")
    page.locator("#go").evaluate("go => { go.disabled = false; go.click(); }")
    page.locator(".ask .no").wait_for()


def _lesson_answered(page: Page) -> None:
    page.keyboard.type("1234")
    page.locator("#go").click()
    page.locator(".verdict").wait_for()


def _wrong_password(page: Page) -> None:
    page.fill("[name=username]", "Nefertiti")
    page.fill("[name=password]", "wrong")
    page.locator("main form button").first.click()
    page.locator(".errorlist, .errors").first.wait_for()


def _wrong_registration(page: Page) -> None:
    page.fill("[name=username]", "Nefertiti")
    page.fill("[name=password1]", "1234")
    page.fill("[name=password2]", "12345")
    page.locator("main form button:not([type=button])").first.click()
    page.locator(".errorlist, .errors").first.wait_for()


def _menu(page: Page) -> None:
    if page.locator(".burger").is_visible():
        page.locator(".burger").click()


def _forged(page: Page) -> None:
    """Send a form whose token is wrong."""
    with page.expect_navigation():
        page.locator("form [name=csrfmiddlewaretoken]").first.evaluate(
            "field => { field.value = 'wrong'; field.form.submit(); }"
        )


def _keys(page: Page) -> None:
    page.keyboard.press("?")


def _tip(page: Page) -> None:
    page.evaluate("localStorage.removeItem('tips')")
    page.add_init_script("localStorage.removeItem('tips')")
    page.reload()
    if page.locator("#tip-open").is_visible():
        page.locator("#tip-open").click()


def shots(places: dict[str, str]) -> dict[str, Shot]:
    """Return every picture that can be taken where `places` are staged."""
    taken = {name: Shot(address) for name, address in {**PAGES, **OWN_PAGES, **places}.items()}
    taken |= {
        "home-visitor": Shot("/", ""),
        "lobby-visitor": Shot("/lobby/", ""),
        "lobby-other": Shot("/lobby/", do=press("[name=clock][value=other]")),
        "player-visitor": Shot("/players/Ramses/", ""),
        "player-other": Shot("/players/Ramses/"),
        "compare-none": Shot("/compare/"),
        "login-wrong": Shot("/login/", "", _wrong_password),
        "register-wrong": Shot("/register/", "", _wrong_registration),
        "lesson-answered": Shot("/learn/points/", "", _lesson_answered),
        "403": Shot("/rules/", do=_forged),
        "500": Shot(FAULT, ""),
        "404": Shot("/nothing/here/"),
        "searching": Shot("/lobby/", "new", press(".queues button")),
        "lobby-new": Shot("/lobby/", "new"),
        "practice-visitor": Shot("/practice/", ""),
        "bot": Shot(places["bot"], "guest"),
        "bot-over": Shot(places["bot-over"], "guest"),
        "menu": Shot("/rules/", do=_menu),
        "preferences": Shot("/rules/", do=press(".gear")),
        "keys": Shot(places["allocate"], do=_keys),
        "half-laid": Shot(places["allocate"], do=_half_laid),
        "chosen": Shot(places["place"], do=_chosen),
        "remove-chosen": Shot(places["remove"], do=_chosen),
        "refused": Shot(places["place"], do=_refused),
        "tip": Shot(places["place"], do=_tip),
        "swap": Shot(places["allocate"], do=press("#swap summary")),
        "quit": Shot(places["start"], do=press("#quit summary")),
        "over-amon": Shot(places["over"], "amon"),
        "over-visitor": Shot(places["over"], ""),
    }
    for state in TABLE[1:6]:
        taken[f"{state}-watched"] = Shot(places[state], "")
    return taken
