// Writes the licence texts of all packages that are bundled into the extension, which esbuild lists.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The folders of the packages of which something is in the bundle, sorted. */
function bundled(meta) {
    const files = Object.values(meta.outputs).flatMap((output) =>
        Object.entries(output.inputs).filter(([, input]) => input.bytesInOutput > 0).map(([file]) => file));
    const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
    return [...new Set(folders.filter(Boolean))].sort();
}

/** The address of a repository for a browser: packages write it in the ways that git and npm know, too. */
function address(repository) {
    return repository.replace(/^git\+/, '').replace(/^(?:git@|git:\/\/)([^:/]+)[:/]/, 'https://$1/').replace(/\.git$/, '');
}

/** A package: what it says of itself, and its licence text. */
function described(folder) {
    const { name, version, license, repository } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
    if (typeof license !== 'string' || files.length === 0) {
        throw new Error(`${name} ${version} is bundled, and says no licence or has no text of it`);
    }
    const home = address(typeof repository === 'string' ? repository : repository?.url ?? '');
    return { name, version, license, home, texts: files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')) };
}

const packages = bundled(JSON.parse(fs.readFileSync('dist/meta.json', 'utf8'))).map(described);
const parts = packages.map(({ name, version, license, home, texts }) =>
    `${name} ${version} (${license})${home && `, ${home}`}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`);
fs.writeFileSync('dist/third-party.json', JSON.stringify(packages, null, 2));
fs.writeFileSync('dist/THIRD-PARTY.txt', `The extension contains these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`);
