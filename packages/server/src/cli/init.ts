import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { CliError } from './report-error.js'
import { starterFiles } from './starter-project.js'

export async function init(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CliError(
      error.code === 'ENOTDIR' ? `"${folder}" is a file.` : `"${folder}" can't be read: ${error.message}`,
    )
  })
  if (there.length > 0) throw new CliError(`"${folder}" isn't empty: choose a new folder.`)
  for (const [path, text] of Object.entries(starterFiles)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    console.log(`  ${join(relative('.', folder) || '.', path)}`)
  }
  console.log(`\nNow run:\n\n  cd ${folder}\n  npx content-api import content.jsonl\n  npx content-api dev`)
}
