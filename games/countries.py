"""The countries that a player can name, by their codes of ISO 3166.

A site of a few thousand players needs no more than a list; a country that is missing is added
here. The names are English; pages show them through gettext.
"""

from django.utils.translation import gettext_lazy as _

COUNTRIES = {
    "AR": _("Argentina"), "AT": _("Austria"), "AU": _("Australia"), "BE": _("Belgium"),
    "BG": _("Bulgaria"), "BR": _("Brazil"), "CA": _("Canada"), "CH": _("Switzerland"),
    "CL": _("Chile"), "CN": _("China"), "CO": _("Colombia"), "CZ": _("Czechia"),
    "DE": _("Germany"), "DK": _("Denmark"), "EE": _("Estonia"), "EG": _("Egypt"),
    "ES": _("Spain"), "FI": _("Finland"), "FR": _("France"), "GB": _("United Kingdom"),
    "GR": _("Greece"), "HR": _("Croatia"), "HU": _("Hungary"), "ID": _("Indonesia"),
    "IE": _("Ireland"), "IL": _("Israel"), "IN": _("India"), "IR": _("Iran"),
    "IS": _("Iceland"), "IT": _("Italy"), "JP": _("Japan"), "KE": _("Kenya"),
    "KR": _("South Korea"), "LT": _("Lithuania"), "LU": _("Luxembourg"), "LV": _("Latvia"),
    "MA": _("Morocco"), "MX": _("Mexico"), "MY": _("Malaysia"), "NG": _("Nigeria"),
    "NL": _("Netherlands"), "NO": _("Norway"), "NZ": _("New Zealand"), "PE": _("Peru"),
    "PH": _("Philippines"), "PL": _("Poland"), "PT": _("Portugal"), "RO": _("Romania"),
    "RS": _("Serbia"), "SA": _("Saudi Arabia"), "SE": _("Sweden"), "SG": _("Singapore"),
    "SI": _("Slovenia"), "SK": _("Slovakia"), "TH": _("Thailand"), "TN": _("Tunisia"),
    "TR": _("Turkey"), "TW": _("Taiwan"), "UA": _("Ukraine"), "US": _("United States"),
    "UY": _("Uruguay"), "VN": _("Vietnam"), "ZA": _("South Africa"),
}  # fmt: skip


def country_choices() -> list[tuple[str, str]]:
    """Return the countries for a form, by name in the active language, after "none"."""
    named = sorted(((code, str(name)) for code, name in COUNTRIES.items()), key=lambda c: c[1])
    return [("", "–"), *named]
