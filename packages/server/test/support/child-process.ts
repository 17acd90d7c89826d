import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll } from 'vitest'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const modelSource = fileURLToPath(new URL('../../../model/src/index.ts', import.meta.url))

/** The options for bundling a module of the server from its sources and those of the model. */
export const bundleFromSources = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  alias: { '@content-api/model': modelSource },
  logLevel: 'silent',
} as const

/**
 * Bundles a TypeScript file from the sources, so that a separate process can run it. Returns a function that
 * starts such a process.
 * @param flags arguments of node
 */
export async function processOf(
  entry: URL,
  flags: readonly string[] = [],
): Promise<(...args: readonly string[]) => ChildProcess> {
  // The bundle is inside the package, so that it finds the modules that are not bundled.
  const parent = join(packageFolder, 'node_modules', '.cache')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'process-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, basename(entry.pathname).replace(/\.ts$/, '.mjs'))
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    ...bundleFromSources,
    external: ['sqlite3', 'sequelize', 'pg', 'lru-cache', 'zod'],
  })
  return (...args) =>
    spawn(process.execPath, [...flags, outfile, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
}

/** Waits for the end of a process. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, signal: child.signalCode }
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { code, signal }
}
