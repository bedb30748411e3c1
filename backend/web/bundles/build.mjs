// Make the two bundles, their licences and the manifest: `make web-vendor`, with Node 20 or newer. The judge of the
// page's accessibility, which only its tests use, is laid beside these (tests/page/axe.min.js).
//
//     node build.mjs FOLDER   the folder in which `npm install` has put what package.json names
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const installed = resolve(process.argv[2]);
const here = dirname(fileURLToPath(import.meta.url));
const vendor = resolve(here, "../static/vendor");
const { build } = createRequire(join(installed, "/"))("esbuild");

const { metafile } = await build({
  absWorkingDir: installed,
  entryPoints: ["editor", "reader"].map((name) => join(here, `${name}.js`)),
  nodePaths: [join(installed, "node_modules")],
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  metafile: true,
  minify: true,
  outdir: vendor,
  target: "es2022",
});

const packages = new Set();
for (const name of Object.keys(metafile.inputs)) {
  const [, found] = name.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  if (found) packages.add(found);
}
const versions = {};
const licences = [];
for (const name of [...packages].sort()) {
  const folder = join(installed, "node_modules", name);
  const { license, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  versions[name] = version;
  licences.push(`${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : ""}`);
}
writeFileSync(join(vendor, "LICENSES.txt"), `${licences.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);

const hashes = {};
for (const name of ["editor.js", "reader.js", "LICENSES.txt"]) {
  hashes[name] = createHash("sha256").update(readFileSync(join(vendor, name))).digest("hex");
}
writeFileSync(join(vendor, "manifest.json"), `${JSON.stringify({ sha256: hashes, packages: versions }, null, 2)}\n`);
copyFileSync(join(installed, "node_modules/axe-core/axe.min.js"), resolve(here, "../../../tests/page/axe.min.js"));
