import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'

/** Creates a folder that is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
