"""What a person does with the site, through its interface only."""

import itertools
import random
import re

from playwright.sync_api import Page, expect

PASSWORD = "nile-delta-1353"

_numbers = itertools.count(1)


class Visitor:
    """Somebody in front of a browser of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.name = ""

    # --- accounts and challenges ---

    def register(self, name: str = "") -> "Visitor":
        self.name = name or f"visitor{next(_numbers)}"
        self.page.goto("/register/")
        self.page.fill("[name=username]", self.name)
        self.page.fill("[name=password1]", PASSWORD)
        self.page.fill("[name=password2]", PASSWORD)
        self.page.click("main form button:not([type=button])")
        expect(self.page.locator("header")).to_contain_text(self.name)
        return self

    def sign_in(self) -> None:
        self.page.goto("/login/")
        self.page.fill("[name=username]", self.name)
        self.page.fill("[name=password]", PASSWORD)
        self.page.click("main form button:not([type=button])")
        expect(self.page.locator("header")).to_contain_text(self.name)

    def challenge(self, opponent: str = "", side: str = "aton", *, rated: bool = True) -> str:
        """Make a challenge in the lobby and return its address."""
        self.page.goto("/lobby/")
        form = self.page.locator("form[action='/challenges/']")
        form.locator("[name=opponent]").fill(opponent)
        side_field = form.locator("[name=side]")
        if side_field.first.evaluate("e => e.tagName") == "SELECT":
            side_field.select_option(side)
        else:
            form.locator(f"[name=side][value={side}]").check()
        form.locator("[name=rated]").set_checked(rated)
        form.locator("button:not([type=button])").last.click()
        self.page.wait_for_url(re.compile(r"/challenges/\d+/"))
        return self.page.url

    def accept(self, challenge: str) -> str:
        """Accept the challenge at its address and return the match's address."""
        self.page.goto(challenge)
        self.page.locator("form[action$='/accept/'] button").click()
        self.page.wait_for_url(re.compile(r"/match/\d+/"))
        return self.page.url

    # --- at the table ---

    @property
    def table(self):
        return self.page.locator("#match")

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version"))

    @property
    def owes(self) -> bool:
        """Whether a decision of this visitor is open."""
        return self.page.locator("#decide").count() > 0

    @property
    def over(self) -> bool:
        return self.table.get_attribute("data-phase") == "over"

    def wait_for_version(self, version: int) -> None:
        """Wait until the table shows `version`, without reloading."""
        expect(self.table).to_have_attribute("data-version", str(version))

    def wait_for_bot(self) -> None:
        """Wait until the bot has decided what it owes: this visitor is to move, or it is over."""
        side = self.table.get_attribute("data-viewer")
        settled = f"#match[data-to-move={side}], #match[data-phase=over]"
        expect(self.page.locator(settled)).to_be_attached()

    def decide(self, rng: random.Random) -> None:
        """Make a random decision, by pressing cards and squares as a person would.

        A press is lost when the table changes under it, and another's decision is not this
        one's: wait first for what others have decided (`wait_for_version`, `wait_for_bot`).
        """
        form = self.page.locator("#decide")
        kind = form.get_attribute("data-form")
        asked = self.table.get_attribute("data-ask")
        if kind == "allocate":
            self._allocate(rng)
        else:
            self._choose_squares(rng, int(form.get_attribute("data-need")))
        commit = self.page.locator("#go")
        expect(commit).to_be_enabled()
        commit.click()
        expect(self.table).not_to_have_attribute("data-ask", asked)

    def _allocate(self, rng: random.Random) -> None:
        for slot in rng.sample(range(1, 5), 4):
            left = self.page.locator("[data-card]:not(.laid)")
            left.nth(rng.randrange(left.count())).click()
            self.page.locator(f"#decide [data-slot='{slot}']").click()

    def _choose_squares(self, rng: random.Random, need: int) -> None:
        names = self.page.locator("#decide [name=squares]").evaluate_all(
            "boxes => boxes.map(box => box.value)"
        )
        rng.shuffle(names)
        if self.page.locator("#decide").get_attribute("data-form") == "clear":
            names = _spread(names)
        for name in names[:need]:
            self.page.locator(f"#match [data-square='{name}']").click()


def _spread(names: list[str]) -> list[str]:
    """Order squares so that the first ones clear as rule 4.3 asks: one a temple, then the rest."""
    by_temple: dict[str, list[str]] = {}
    for name in names:
        by_temple.setdefault(name[0], []).append(name)
    chosen = [squares.pop() for squares in by_temple.values()]
    while len(chosen) < 4 and any(by_temple.values()):
        chosen.append(max(by_temple.values(), key=len).pop())
    return chosen
