import { readFile } from 'node:fs/promises'

/** Throws when a file is missing or differs from `expected`. The error shows the first line that differs. */
export async function assertNoDrift(path: string, expected: string): Promise<void> {
  const actual = await readFile(path, 'utf8').catch(() => undefined)
  if (actual === expected) return
  if (actual === undefined) throw new Error(`${path} does not exist. Generate it and commit it.`)
  throw new Error(
    `${path} no longer matches the content model; ${firstDifference(actual, expected)}\nGenerate it again.`,
  )
}

function firstDifference(actual: string, expected: string): string {
  const actualLines = actual.split('\n')
  const expectedLines = expected.split('\n')
  const differing = expectedLines.findIndex((line, index) => line !== actualLines[index])
  // All expected lines match, so the file has more.
  const index = differing < 0 ? expectedLines.length : differing
  const found = actualLines[index] ?? '(missing)'
  const wanted = expectedLines[index] ?? '(end of file)'
  return `line ${index + 1} is\n  ${found}\nand should be\n  ${wanted}`
}
