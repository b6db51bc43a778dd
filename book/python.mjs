// node python.mjs PYODIDE CARDLAB.ZIP FOLDER: Python for the page "Score a hand", cut to what it needs.
// The library is what a fresh interpreter has imported once the page's questions are answered, compiled, with the package.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, archive, folder] = process.argv.slice(2);

const ASK = `
import sys
sys.path.insert(0, "/cardlab.zip")
import json
from cardlab.games import forms, puzzles
from cardlab.web.page import reply
for form in (*forms(), *puzzles()):
    for action in ("answer", "deal"):
        for values in (form.example, {form.names[0]: "?"}):
            reply(json.dumps({"action": action, "game": form.game, "values": values}))
    face = form.rows()[0][1][0]
    for target in (form.names[0], "?"):
        reply(json.dumps({"action": "click", "game": form.game, "values": {}, "target": target, "card": face.card}))
reply(json.dumps({"action": "answer", "game": "cribbage", "values": {"hand": "5H 5S 6D 7C JC KD"}}))
used = sorted(name for name, module in sys.modules.items() if getattr(module, "__file__", None))
`;

// zipimport takes a compiled module without a look at its source where the flags of its head say so.
const CUT = `
import importlib.util, marshal, sys
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
sources = [ZipFile("/cardlab.zip"), ZipFile("/lib/python314.zip")]
head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
with ZipFile("/python.zip", "w", ZIP_DEFLATED, compresslevel=9) as made:
    for name in used:
        path = name.replace(".", "/")
        for source in sources:
            found = [each for each in (path + "/__init__.py", path + ".py") if each in source.NameToInfo]
            if found:
                code = compile(source.read(found[0]), found[0], "exec", dont_inherit=True, optimize=2)
                made.writestr(ZipInfo(found[0] + "c"), head + marshal.dumps(code), ZIP_DEFLATED)
                break
    for name in sources[0].namelist():
        if not name.endswith(".py"):
            made.writestr(ZipInfo(name), sources[0].read(name), ZIP_DEFLATED)
`;

const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
python.FS.writeFile("/cardlab.zip", new Uint8Array(readFileSync(archive)));
python.runPython(ASK);
python.runPython(CUT);
writeFileSync(join(folder, "python.zip"), python.FS.readFile("/python.zip"));
const lock = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json")));
writeFileSync(join(folder, "pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(join(pyodide, name), join(folder, name));
// Compressed here, for not every host does it; the page's worker inflates it.
writeFileSync(join(folder, "python.wasm.bin"), gzipSync(readFileSync(join(pyodide, "pyodide.asm.wasm")), { level: 9 }));
