import { readFile } from 'node:fs/promises'

/** Throws when the file doesn't hold the text, naming the first line that differs. */
export async function assertNoDrift(path: string, text: string): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found === text) return
  if (found === undefined) throw new Error(`${path} isn't there: generate it and commit it.`)
  const [have, want] = [found.split('\n'), text.split('\n')]
  const line = want.findIndex((expected, index) => expected !== have[index])
  const at = line < 0 ? want.length : line
  throw new Error(
    `${path} doesn't fit the content model any more; line ${at + 1} is\n  ${have[at] ?? '(missing)'}\nand should be\n  ${want[at] ?? '(not there)'}\nGenerate it again.`,
  )
}
