"""The recipes for conda and containers, and what cites the project, as far as they can be read here.

    recipes.py SOURCE
"""

import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    print("Packages: Skipped\nPython has no yaml here to read the recipes with")
    sys.exit(0)

SOURCE = pathlib.Path(sys.argv[1])
VERSION = (SOURCE / "VERSION").read_text().strip()


def rendered(text):
    """A recipe with its {{ names }} filled in."""
    names = dict(re.findall(r'^{% set (\w+) = "([^"]*)" %}$', text, re.M))
    lines = [line for line in text.splitlines() if not line.startswith("{%")]
    calls = {"compiler('cxx')": "gxx", "stdlib('c')": "sysroot"}
    known = {**names, **calls, "python": "python", "PYTHON": "python"}
    return re.sub(r"{{ *([^}]*?) *}}", lambda m: known[m[1]], "\n".join(lines))


def check_conda():
    recipe = yaml.safe_load(rendered((SOURCE / "packaging/conda/meta.yaml").read_text()))
    assert recipe["package"] == {"name": "alembert", "version": VERSION}, recipe["package"]
    needs = recipe["requirements"]
    for part in ("build", "host", "run"):
        assert needs[part], part
    built_on = {"libeigen3-dev": "eigen", "libtinyxml2-dev": "tinyxml2", "libyaml-cpp-dev": "yaml-cpp",
                "libfmt-dev": "fmt", "libcli11-dev": "cli11", "nlohmann-json3-dev": "nlohmann_json",
                "coinor-libipopt-dev": "ipopt", "libsundials-dev": "sundials"}  # fmt: skip
    wanted = (SOURCE / "scripts/packages-build.txt").read_text().split("\n")
    wanted = [line for line in wanted if line and not re.search(r"^#|\?| ", line)]
    host = {line.split()[0] for line in needs["host"]}
    for package in wanted:
        assert built_on[package] in host, f"{package} is not in the recipe for conda"
    assert recipe["about"]["license"] == "BSD-3-Clause"


def check_container():
    text = (SOURCE / "packaging/Dockerfile").read_text()
    steps = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.M)).splitlines()
    words = [step.split()[0] for step in steps if step.strip()]
    assert words[0] == "FROM" and words[-1] == "ENTRYPOINT", words
    assert set(words) <= {"FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "ENTRYPOINT"}, words
    for step in steps:
        for source in re.findall(r"^COPY (?!--from)(\S+)", step):
            assert (SOURCE / source).exists(), source


def check_citation():
    cited = yaml.safe_load((SOURCE / "CITATION.cff").read_text())
    assert str(cited["version"]) == VERSION, cited["version"]
    changes = re.search(r"^## (\S+) — (\S+)$", (SOURCE / "CHANGELOG.md").read_text(), re.M)
    assert changes.groups() == (VERSION, str(cited["date-released"])), changes.groups()


def check_templates():
    for form in (SOURCE / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        read = yaml.safe_load(form.read_text())
        assert "blank_issues_enabled" in read or {"name", "description", "body"} <= set(read), form


check_conda()
check_container()
check_citation()
check_templates()
print(f"recipes, citation and templates are of {VERSION}")
