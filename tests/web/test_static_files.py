"""What is collected for serving."""

from django.core.files.base import ContentFile
from django.core.management import call_command

from aton_site.static_files import LeanStaticFilesStorage


def test_a_stylesheet_is_kept_without_its_comments(tmp_path):
    storage = LeanStaticFilesStorage(location=tmp_path)
    told = b"a { b: c } /* why\n it is so */\n/* 2 */\nd { e: url(f/*.g) }"
    for name, kept in (("css/site.css", b"a { b: c }\nd { e: url(f/*.g) }"), ("js/a.css", told)):
        storage.save(name, ContentFile(told))
        assert (tmp_path / name).read_bytes() == kept


def test_it_is_served_without_them(tmp_path, settings):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "aton_site.static_files.LeanStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    served = [path.read_bytes() for path in (tmp_path / "css").glob("site.*css")]
    assert len(served) == 2
    for text in served:
        assert b"/*" not in text
        assert b".board" in text
