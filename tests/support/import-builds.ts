import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { binOf, root } from '../../scripts/lib/root.mjs'

/** The packages that run on Node.js, whose compiled files have the paths of their sources. */
const packages =
  'model|engine|strapi-tables|migrate|core|project-files|capabilities|interfaces|strapi-project|strapi-reads|strapi-documents|sdk|astro|server|conformance|conformance-selftest'

const sourceFile = new RegExp(String.raw`^(.*[/\\]packages[/\\](?:${packages})[/\\])src([/\\].*)$`)

/** Matches the paths of the compiled files, which Node.js loads without Vite. */
export const builtFile = new RegExp(String.raw`[/\\]packages[/\\](?:${packages})[/\\]dist[/\\]`)

/** Compiles the packages whose sources have changed. Takes under a second when none has. */
export function buildPackages(): void {
  try {
    execFileSync(process.execPath, [binOf('typescript', 'tsc'), '-b'], { cwd: root, encoding: 'utf8' })
  } catch (error) {
    throw new Error(`tsc -b failed:\n${(error as { readonly stdout: string }).stdout}`, { cause: error })
  }
}

/**
 * Makes tests import the compiled file of a source: `../src/plan.js` is `../dist/plan.js`. So they test what
 * is published, faults of the compiler included, and Node.js loads it itself. Vite would transform each
 * source for each vitest project, and its modules run slower. Sources that aren't compiled, such as test
 * files, are left to Vite.
 */
export const importBuilds = {
  name: 'import-builds',
  enforce: 'pre' as const,
  resolveId(id: string, importer: string | undefined): string | undefined {
    if (importer === undefined || !id.startsWith('.') || !id.endsWith('.js')) return undefined
    const [, folder, path] = sourceFile.exec(resolve(dirname(importer), id)) ?? []
    const file = `${folder}dist${path}`
    return folder !== undefined && existsSync(file) ? file : undefined
  },
}
