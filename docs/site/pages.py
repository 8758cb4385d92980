"""Makes the pages that Sphinx reads: guides with their links, a page for every header and module.

    pages.py SOURCE FOLDER

Every public name of C++ has a sentence: in its header, or in words.yaml. What has none is an error.
"""

import html
import os
import pathlib
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree

import yaml

SOURCE, FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
XML, PAGES = FOLDER / "xml", FOLDER / "source"
WORDS = yaml.safe_load((SOURCE / "docs/site/words.yaml").read_text())
missing, used_words = [], set()
TOP = ["README", "CHANGELOG", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT", "THIRD_PARTY"]
GUIDES = [
    ("Begin", ["your-own-urdf", "packages", "install", "python", "command-line", "limits-of-today"]),
    ("Files", ["robot-format", "motion-format", "documents", "conventions", "doctor", "report"]),
    ("Tasks", ["trajectories", "worlds", "contacts", "human", "flexible", "identify", "sweeps"]),
    ("Speed", ["batches", "generate", "performance"]),
    ("Inside", ["equations/README", "architecture", "stability"]),
]


# ---------------------------------------------------------------- guides


def page_link(target, page):
    """Where a link of a guide leads on the site; None: it stays as it is."""
    if re.match(r"[a-z]+:|#", target):
        return None
    path = (page.parent / target.split("#")[0]).resolve()
    if path.suffix == ".md" and path.exists():
        return None
    name = path.relative_to(SOURCE)
    if name.parts[:2] == ("include", "alembert"):
        return os.path.relpath(PAGES / "cpp" / name.relative_to("include/alembert").with_suffix(".rst"),
                               (PAGES / page.relative_to(SOURCE)).parent)  # fmt: skip
    if path.suffix in (".svg", ".webp", ".png"):
        return None
    if path.is_file():
        copy = FOLDER / "files" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
        depth = len(page.relative_to(SOURCE).parts) - 1
        return "raw:" + "../" * depth + str(name)
    raise SystemExit(f"{page.relative_to(SOURCE)}: the link {target} leads nowhere")


def guide_text(page):
    fenced, lines = False, []

    def replaced(match):
        words, target = match[1], match[2]
        link = page_link(target, page)
        if link is None:
            return match[0]
        if link.startswith("raw:"):
            shown = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(words))
            return f'<a href="{link[4:]}">{shown}</a>'
        return f"[{words}]({link})"

    for line in page.read_text().split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            line = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", replaced, line)
        lines.append(line)
    return "\n".join(lines)


def write_guides():
    pages = [SOURCE / f"{name}.md" for name in TOP]
    pages += sorted((SOURCE / "docs").glob("*.md")) + sorted((SOURCE / "docs/equations").glob("*.md"))
    for page in pages:
        copy = PAGES / page.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(guide_text(page))
    for pictures in ("pictures", "images"):
        shutil.copytree(SOURCE / "docs" / pictures, PAGES / "docs" / pictures)


# ---------------------------------------------------------------- C++


def escaped(text):
    return re.sub(r"([\\*_`|:])", r"\\\1", text)


def inline(node):
    """Words of a paragraph."""
    if node.tag == "computeroutput":
        code = "".join(node.itertext())
        return f" ``{code.strip()}``\\ " if code.strip() else ""
    if node.tag in ("linebreak",):
        return "\n"
    out = escaped(node.text or "")
    for child in node:
        out += inline(child) + escaped(child.tail or "")
    return out


def blocks(node):
    """Paragraphs, lists and code of a description, as lines."""
    lines = []
    for child in node:
        if child.tag == "para":
            text = escaped(child.text or "")
            for part in child:
                if part.tag in ("verbatim", "programlisting", "preformatted"):
                    lines += [" ".join(text.split()), "", "::", ""]
                    code = "".join(part.itertext()) if part.tag != "programlisting" else "\n".join(
                        "".join(" " if s.tag == "sp" else (s.text or "") for s in line.iter() if s.tag in ("sp", "highlight", "ref"))
                        for line in part)  # fmt: skip
                    lines += ["   " + line for line in code.strip("\n").split("\n")] + [""]
                    text = escaped(part.tail or "")
                elif part.tag in ("itemizedlist", "orderedlist"):
                    lines += [" ".join(text.split()), ""]
                    for item in part:
                        lines += ["- " + " ".join(l for l in blocks(item) if l.strip())]
                    lines.append("")
                    text = escaped(part.tail or "")
                else:
                    text += inline(part) + escaped(part.tail or "")
            lines += [" ".join(text.split()), ""]
        elif child.tag == "simplesect":
            lines += blocks(child)
    return lines


def plain(node):
    return "" if node is None else " ".join("".join(node.itertext()).split())


of_line = {}


def line_of(node):
    location = node.find("location")
    return None if location is None else (location.get("file"), location.get("line"))


def remember_lines(compound):
    for node in compound.iter("memberdef"):
        lines = []
        for part in ("briefdescription", "detaileddescription"):
            lines += blocks(node.find(part))
        if node.get("kind") == "variable" and any(line.strip() for line in lines):
            of_line[line_of(node)] = lines


def described(node, name):
    """What a name is: its header's words, or those of words.yaml."""
    lines = []
    for part in ("briefdescription", "detaileddescription"):
        found = node.find(part)
        if found is not None:
            lines += blocks(found)
    if not any(line.strip() for line in lines):  # words behind a line are for all names on it
        lines = of_line.get(line_of(node), [])
    if any(line.strip() for line in lines):
        return lines
    short = name.replace("alembert::", "", 1)
    last = short.split("::")[-1]
    for key, table in ((short, "of"), (last, "everywhere")):
        if key in WORDS[table]:
            used_words.add((table, key))
            return [escaped(WORDS[table][key]), ""]
    owner = short.split("::")[-2] if "::" in short else ""
    if last == owner:
        return ["Makes one.", ""]
    if last == "~" + owner:
        return ["Gives back what it holds.", ""]
    if last.startswith("operator"):
        return [WORDS["operators"].get(last[8:].strip(), "As of the numbers it stands for."), ""]
    missing.append(short)
    return []


def template_of(node):
    parameters = node.find("templateparamlist")
    if parameters is None:
        return ""
    words = []
    for one in parameters:
        text = plain(one.find("type"))
        if one.find("declname") is not None:
            text += " " + plain(one.find("declname"))
        if one.find("defval") is not None:
            text += " = " + plain(one.find("defval"))
        words.append(text)
    return f"template <{', '.join(words)}> "


def declaration(node, name):
    """As Sphinx's domain of C++ reads it."""
    kind = node.get("kind")
    of = plain(node.find("type"))
    of = re.sub(r"\bconstexpr\b|\binline\b|\bfriend\b|\bextern\b", "", of).strip()
    if kind == "function":
        arguments = re.sub(r"=\s*(default|delete|0)\s*$", "", plain(node.find("argsstring")))
        return "function", f"{template_of(node)}{of} {name}{arguments}".replace("  ", " ")
    if kind == "typedef":
        definition = plain(node.find("definition"))
        if definition.startswith("using"):
            return "type", f"{template_of(node)}{name} = {of}"
        return "type", f"{of} {name}"
    return "var", f"{of} {name}{plain(node.find('argsstring'))}"


def member(node, scope, indent, lines):
    name = plain(node.find("name"))
    full = f"{scope}::{name}"
    space = "   " * indent
    if node.get("kind") == "enum":
        if not name:
            return
        strong = "enum-class" if node.get("strong") == "yes" else "enum"
        lines += [f"{space}.. cpp:{strong}:: {name}", ""]
        lines += [space + "   " + line for line in described(node, full)]
        for value in node.iter("enumvalue"):
            word = plain(value.find("name"))
            lines += [f"{space}   .. cpp:enumerator:: {word}", ""]
            lines += [space + "      " + line for line in described(value, f"{full}::{word}")]
        return
    if node.get("kind") not in ("function", "variable", "typedef") or name.startswith("@"):
        return
    directive, text = declaration(node, name)
    lines += [f"{space}.. cpp:{directive}:: {text}", ""]
    lines += [space + "   " + line for line in described(node, full)]


def members_of(compound):
    seen = set()
    for section in compound.findall("sectiondef"):
        for node in section.findall("memberdef"):
            if node.get("prot") == "private" or node.get("id") in seen:
                continue
            if node.get("kind") == "friend" or plain(node.find("name")) == "":
                continue
            seen.add(node.get("id"))
            yield node


def write_class(ident, indent, lines, compounds):
    compound = compounds[ident]
    full = plain(compound.find("compoundname"))
    name = full.split("::")[-1] if indent > 1 else full.replace("alembert::", "", 1)
    space = "   " * (indent - 1)
    kind = "struct" if compound.get("kind") == "struct" else "class"
    lines += [f"{space}.. cpp:{kind}:: {template_of(compound)}{name}", ""]
    lines += [space + "   " + line for line in described(compound, full)]
    for inner in compound.findall("innerclass"):
        if inner.get("prot") != "private" and inner.get("refid") in compounds:
            write_class(inner.get("refid"), indent + 1, lines, compounds)
    for node in members_of(compound):
        member(node, full, indent, lines)


def head_of(header):
    """The comment that a header begins with, as paragraphs and drawings."""
    lines = []
    for line in header.read_text().split("\n"):
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    out, drawn = [], False
    for line in lines:
        indented = line.startswith("  ")
        if indented and not drawn:
            out += ["", "::", ""]
        elif drawn and not indented and line.strip():
            out.append("")
        drawn = indented or (drawn and not line.strip())
        out.append("   " + line if drawn and line.strip() else escaped(line))
    return out + [""]


def write_cpp():
    compounds, namespaces, by_header = {}, {}, {}
    for file in sorted(XML.glob("*.xml")):
        for compound in ElementTree.parse(file).getroot().iter("compounddef"):
            name = plain(compound.find("compoundname"))
            if compound.get("kind") in ("class", "struct", "union") and compound.get("prot") != "private":
                compounds[compound.get("id")] = compound
            elif compound.get("kind") == "namespace" and (name + "::").startswith("alembert::"):
                namespaces[name] = compound
    for compound in (*compounds.values(), *namespaces.values()):
        remember_lines(compound)
    inner = {i.get("refid") for c in compounds.values() for i in c.findall("innerclass")}
    for ident, compound in compounds.items():
        full = plain(compound.find("compoundname"))
        if ident in inner or not full.startswith("alembert::") or "<" in full:
            continue
        by_header.setdefault(compound.find("location").get("file"), []).append(
            (int(compound.find("location").get("line")), ident, None))  # fmt: skip
    for name, namespace in namespaces.items():
        for node in members_of(namespace):
            if "<" in plain(node.find("name")):
                continue
            location = node.find("location")
            file = location.get("declfile") or location.get("file")
            line = int(location.get("declline") or location.get("line"))
            by_header.setdefault(file, []).append((line, node, name))
    names = []
    for header in sorted((SOURCE / "include/alembert").rglob("*.hpp")):
        stem = str(header.relative_to(SOURCE / "include/alembert").with_suffix(""))
        key = next((k for k in by_header if k.endswith(f"alembert/{stem}.hpp")), None)
        lines = [f"{stem}.hpp", "=" * (len(stem) + 4), "", "::", "", f"   #include <alembert/{stem}.hpp>", ""]
        lines += head_of(header) + [".. cpp:namespace:: alembert", ""]
        for _, item, scope in sorted(by_header.get(key, []), key=lambda e: e[0]):
            if scope is None:
                write_class(item, 1, lines, compounds)
            else:
                if scope != "alembert":
                    lines += [f".. cpp:namespace:: {scope}", ""]
                member(item, scope, 0, lines)
                if scope != "alembert":
                    lines += [".. cpp:namespace:: alembert", ""]
        page = PAGES / "cpp" / f"{stem}.rst"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("\n".join(line.rstrip() for line in lines) + "\n")
        names.append(stem)
    tree = ["C++", "===", "", "A page for every header. Names are those of the namespace ``alembert``.", "",
            ".. toctree::", "   :maxdepth: 1", "", *("   " + name for name in names)]  # fmt: skip
    (PAGES / "cpp/index.rst").write_text("\n".join(tree) + "\n")


# ---------------------------------------------------------------- Python, examples, the way in


def write_python():
    """A page for every module of ours, whose names are those of the package."""
    import importlib

    import alembert

    folder = PAGES / "python-reference"
    folder.mkdir(parents=True)
    by_module, left = {}, set(alembert.__all__)
    for file in sorted((SOURCE / "python/alembert").glob("_*.py")):
        module = importlib.import_module(f"alembert.{file.stem}")
        names = [name for name in getattr(module, "__all__", []) if name in left]
        left -= set(names)
        if names:
            by_module[file.stem.strip("_").replace("_", " ")] = names
    if left:
        by_module["more"] = sorted(left)
    for title, names in by_module.items():
        text = [title, "=" * len(title), ""]
        for name in names:
            made = getattr(alembert, name)
            kind = "autoclass" if isinstance(made, type) else "autofunction" if callable(made) else "autodata"
            text += [f".. {kind}:: alembert.{name}"]
            if kind == "autoclass":
                text += ["   :members:", "   :inherited-members: tuple, Exception, RuntimeError, ValueError"]
            text += [""]
        (folder / f"{title.replace(' ', '_')}.rst").write_text("\n".join(text) + "\n")
    tree = ["Python", "======", "", "What ``import alembert as al`` has.", "", ".. toctree::", "   :maxdepth: 1",
            "", *("   " + title.replace(" ", "_") for title in by_module)]  # fmt: skip
    (folder / "index.rst").write_text("\n".join(tree) + "\n")


def write_examples():
    """Programs, problems and robots, as they are in the project."""
    folder = PAGES / "examples"
    folder.mkdir(parents=True)
    groups = [
        ("C++", "cpp", SOURCE / "examples", "*.cpp"),
        ("Python", "python", SOURCE / "python/examples", "*.py"),
        ("Problems", "yaml", SOURCE / "examples", "*.yaml"),
        ("Robots", "yaml", SOURCE / "models", "*.yaml"),
    ]
    for title, language, place, pattern in groups:
        text = [f"Examples: {title}", "=" * 30, ""]
        for file in sorted(place.glob(pattern)):
            body = ["   " + line for line in file.read_text().rstrip("\n").split("\n")]
            name = escaped(file.name)
            text += [name, "-" * len(name), "", f".. code-block:: {language}", "   :force:", "", *body, ""]
        (folder / f"{title.lower().replace('+', 'p')}.rst").write_text("\n".join(text) + "\n")
    tree = ["Examples", "========", "", ".. toctree::", "   :maxdepth: 1", "",
            *("   " + title.lower().replace("+", "p") for title, *_ in groups)]  # fmt: skip
    (folder / "index.rst").write_text("\n".join(tree) + "\n")


def write_index():
    listed = {f"docs/{name}" for _, names in GUIDES for name in names}
    listed |= {"docs/README", *TOP}
    every = {str(p.relative_to(PAGES).with_suffix("")) for p in PAGES.rglob("*.md")}
    others = sorted(every - listed - {"index"})
    lines = ["Alembert", "========", "", "Robot-arm dynamics: torques, motions, derivatives, best motions.", ""]

    def tree(caption, names):
        return [".. toctree::", "   :maxdepth: 1", f"   :caption: {caption}", "", *("   " + n for n in names), ""]

    lines += tree("The way in", ["README", "docs/README"])
    for caption, names in GUIDES:
        lines += tree(caption, [f"docs/{name}" for name in names])
    lines += tree("Equations", others)
    lines += tree("Reference", ["cpp/index", "python-reference/index", "examples/index"])
    lines += tree("Project", TOP[1:])
    (PAGES / "index.rst").write_text("\n".join(lines) + "\n")


for folder in (PAGES, FOLDER / "files"):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
write_guides()
write_cpp()
write_python()
write_examples()
write_index()
unused = [f"{table}: {key}" for table in ("of", "everywhere") for key in WORDS[table] if (table, key) not in used_words]
for name in unused:
    print(f"words.yaml has a sentence for {name}, which is no name without one", file=sys.stderr)
for name in sorted(set(missing)):
    print(f"no sentence: {name}", file=sys.stderr)
if missing or unused:
    sys.exit(f"{len(set(missing))} public names have no sentence, {len(unused)} sentences no name")
