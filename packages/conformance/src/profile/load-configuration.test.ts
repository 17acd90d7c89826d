import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfiguration } from './load-configuration.js'
import { temporaryFolder } from '../../test/support/temporary-folder.js'

function folderWith(text: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'conformance.config.mjs'), text)
  return folder
}

describe('loadConfiguration', () => {
  it('reads the export of the file', async () => {
    const { tier, types } = await loadConfiguration(folderWith("export default { tier: 0, types: ['tags'] }"))
    expect({ tier, types }).toEqual({ tier: 0, types: ['tags'] })
  })

  it.each(['5', "'text'", '[]'])('rejects a file that exports %s', async (value) => {
    await expect(loadConfiguration(folderWith(`export default ${value}`))).rejects.toThrow('is not valid')
  })
})
