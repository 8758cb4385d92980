"""The site: guides, reference, search. Built by scripts/site.sh, in build/site."""

import os
import pathlib

import sphinx.util.images
from sphinx.builders.html import StandaloneHTMLBuilder

root = pathlib.Path(os.environ["ALEMBERT_SOURCE"])
project = "Alembert"
author = "the Alembert authors"
copyright = "2026, the Alembert authors"
release = version = (root / "VERSION").read_text().strip()

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".rst": "restructuredtext", ".md": "markdown"}
root_doc = "index"
nitpicky = False  # Eigen's and std's names have no pages here
highlight_language = "none"

myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # pages may begin below their title

primary_domain = None
cpp_id_attributes = ["gnu::used"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_inherit_docstrings = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Alembert {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
html_static_path = ["static"]
html_css_files = ["site.css"]

# Pictures of guides, which this Sphinx does not know.
sphinx.util.images.mime_suffixes[".webp"] = "image/webp"
StandaloneHTMLBuilder.supported_image_types.append("image/webp")


def literal_docstrings(app, what, name, obj, options, lines):
    """Docstrings are read in a terminal: their lines stay as they are, sentences first."""
    text = "\n".join(lines).strip("\n").split("\n")
    sentence, rest = [], []
    for number, line in enumerate(text):
        if not line.strip():
            rest = text[number + 1 :]
            break
        sentence.append(line.strip())
    escaped = " ".join(sentence).replace("\\", "\\\\")
    for mark in "*_|":
        escaped = escaped.replace(mark, "\\" + mark)
    parts = escaped.split("`")
    escaped = "".join(
        ("``" + part.replace("\\", "") + "``") if i % 2 and part.strip() == part and part else part
        for i, part in enumerate(parts)
    ) if len(parts) % 2 else escaped.replace("`", "\\`")  # fmt: skip
    lines[:] = [escaped, ""]
    while rest and not rest[-1].strip():
        rest.pop()
    if rest:
        lines += [".. code-block:: none", "", *("   " + line for line in rest), ""]


def join_scripts(app, failure):
    """Debian's Furo imports a script from another, which browsers refuse of files: put together."""
    folder = pathlib.Path(app.outdir) / "_static/scripts"
    script = folder / "furo.js"
    lines = script.read_text().split("\n")
    if not failure and lines[0].startswith("import Gumshoe"):
        script.write_text((folder / "gumshoe-patched.js").read_text() + "\n".join(lines[1:]))


def setup(app):
    app.connect("autodoc-process-docstring", literal_docstrings)
    app.connect("build-finished", join_scripts)
