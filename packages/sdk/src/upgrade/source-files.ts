import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** A file of a project. `code` has the lines of the file, without the markup of components. */
export interface SourceFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly code: string
  readonly isGraphQL: boolean
}

const scripts: ReadonlySet<string> = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'])
/** Files with scripts between other text. */
const components: ReadonlySet<string> = new Set(['.vue', '.svelte', '.astro'])
const documents: ReadonlySet<string> = new Set(['.graphql', '.gql'])

/** Folders of dependencies, builds and generated code. Folders whose names start with a dot are skipped, too. */
const skippedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'vendor',
  '__generated__',
])
const generated = /\.(d|gen|generated|min)\.[mc]?[jt]sx?$/

/** Reads the source files of a folder, sorted by path. */
export async function readSourceFiles(folder: string): Promise<SourceFile[]> {
  const paths = await listFiles(folder)
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, 'utf8')
      const extension = extname(path)
      return {
        path: relative(folder, path).replaceAll(sep, '/'),
        code: components.has(extension) ? scriptsOnly(text, extension) : text,
        isGraphQL: documents.has(extension),
      }
    }),
  )
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return isSkipped(entry.name) ? [] : listFiles(path)
      return entry.isFile() && isSource(entry.name) ? [path] : []
    })
  return (await Promise.all(found)).flat()
}

const isSkipped = (name: string): boolean => name.startsWith('.') || name.endsWith('.gen') || skippedFolders.has(name)

function isSource(name: string): boolean {
  const extension = extname(name)
  return (scripts.has(extension) || components.has(extension) || documents.has(extension)) && !generated.test(name)
}

/** Blanks all but the scripts of a component, so that positions stay. */
function scriptsOnly(text: string, extension: string): string {
  let isScript = false
  // The script of Astro stands between lines of dashes at the start.
  const isFence = (line: string) => extension === '.astro' && line.trim() === '---'
  const lines = text.split('\n').map((line) => {
    if (isScript && (isFence(line) || line.includes('</script'))) {
      isScript = false
      return ''
    }
    if (!isScript && (isFence(line) || /^\s*<script\b[^>]*>\s*$/.test(line))) {
      isScript = true
      return ''
    }
    return isScript ? line : ''
  })
  return lines.join('\n')
}
