import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes the files of a page into a folder: code blocks whose fence names a path, such as `json [src/a.json]`. */
export function pageProject(page: string) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-page-'))
  for (const [, path = '', text = ''] of page.matchAll(/^```\w+ \[(\S+)\]\n([^]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
