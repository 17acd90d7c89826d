import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type SourceUses, usesIn } from './source-uses.js'

const codeFiles = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']
const skippedFolders = ['admin', 'dist', 'node_modules']

/** Returns the code files of a project below `src`, as paths with `/`. Follows symbolic links, as the start does. */
export function sourceFiles(project: string): string[] {
  const inFolder = (folder: string, above: readonly string[]): string[] => {
    const real = realpathSync(folder)
    // A link to a folder above would never end.
    if (above.includes(real)) return []
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      // Links may point to nothing: Emacs creates such a link beside each file that has unsaved changes.
      if (!existsSync(path)) return []
      if (statSync(path).isDirectory()) return skippedFolders.includes(name) ? [] : inFolder(path, [...above, real])
      const isCode = codeFiles.includes(extname(name)) && !/\.d\.[mc]?ts$|\.(?:test|spec)\.\w+$/.test(name)
      return isCode ? [relative(project, path).split(sep).join('/')] : []
    })
  }
  const source = join(project, 'src')
  return existsSync(source) ? inFolder(source, []).toSorted() : []
}

/** A code file of a project. */
export interface Source {
  /** Relative to the project. */
  readonly file: string
  readonly source: string
  /** What the code uses. It is parsed on access. */
  readonly uses: SourceUses
}

/** Reads the code files of a project. */
export function readSources(project: string): readonly Source[] {
  return sourceFiles(project).map((file) => {
    const source = readFileSync(join(project, file), 'utf8')
    let uses: SourceUses | undefined
    return {
      file,
      source,
      get uses() {
        return (uses ??= usesIn(source, file))
      },
    }
  })
}
