"""What is collected for serving."""

from django.core.files.base import ContentFile

from aton_site.static_files import LeanStaticFilesStorage


def test_a_stylesheet_is_served_without_its_comments(tmp_path):
    storage = LeanStaticFilesStorage(location=tmp_path)
    told = b"a { b: c } /* why\n it is so */\n/* 2 */\nd { e: url(f/*.g) }"
    for name, kept in (("css/site.css", b"a { b: c }\nd { e: url(f/*.g) }"), ("js/a.css", told)):
        storage.save(name, ContentFile(told))
        assert (tmp_path / name).read_bytes() == kept
