import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Returns whether a bundle is up to date: the files that its last build read are unchanged, and those that it
 * wrote exist.
 * @param record the file that `writeBundle` wrote
 * @param others the scripts and settings of the build
 */
export function isCurrentBundle(record, others) {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(record, 'utf8'))
    const built = statSync(record).mtimeMs
    return (
      outputs.every((path) => statSync(path).isFile()) &&
      [...others, ...inputs].every((path) => statSync(path).mtimeMs < built)
    )
  } catch {
    return false
  }
}

/**
 * Writes the files of a bundle and a record of its inputs. Removes old files last, so that a running program
 * always finds the files of a build.
 * @param files the content of each file, by its path in the folder
 */
export function writeBundle({ folder, files, record, inputs }) {
  for (const [name, content] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  for (const name of filesIn(folder)) if (!files.has(name)) rmSync(join(folder, name))
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ inputs, outputs: [...files.keys()].map((name) => join(folder, name)) }))
}

/** Returns the paths of all files in a folder. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
