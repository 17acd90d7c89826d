import { readFileSync } from 'node:fs'
import { inRoot } from './root.mjs'

const heading = '## In a clone of this repository'

/**
 * Returns the blocks of commands in the README's section for clones, as lists of commands. Each block starts
 * in the folder of the clone.
 *
 * @throws if the section is missing, or doesn't end with `npm test`
 */
export function readCloneSection() {
  const [, after] = readFileSync(inRoot('README.md'), 'utf8').split(`\n${heading}\n`)
  if (after === undefined) throw new Error(`README.md has no section "${heading}".`)
  const [section] = after.split('\n## ')
  const blocks = [...section.matchAll(/^```sh in-clone\n([^]*?)^```$/gm)].map(([, block]) =>
    block.trimEnd().split('\n'),
  )
  if (blocks.at(-1)?.at(-1) !== 'npm test') throw new Error(`The last command of "${heading}" is not "npm test".`)
  return blocks
}
