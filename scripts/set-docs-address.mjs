// `node scripts/set-docs-address.mjs https://docs.your-domain.example`: replaces the placeholder for the
// address of the documentation site in every file that contains it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot, root } from './lib/root.mjs'

const placeholder = 'https://content-api.example'
const address = process.argv[2]?.replace(/\/$/, '')
if (!address || !URL.canParse(address)) {
  process.stderr.write('Name the address: node scripts/set-docs-address.mjs https://docs.your-domain.example\n')
  process.exit(2)
}
const files = execFileSync('git', ['grep', '--files-with-matches', '--fixed-strings', placeholder], { cwd: root })
for (const file of files.toString().trim().split('\n')) {
  writeFileSync(inRoot(file), readFileSync(inRoot(file), 'utf8').replaceAll(placeholder, address))
  process.stdout.write(`${file}\n`)
}
