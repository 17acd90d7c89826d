import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeTypeProject } from './type-project.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const require = createRequire(import.meta.url)
const compiler = (name: string): string => join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'tsc')

export const compilers = { ts7: compiler('typescript'), ts5: compiler('typescript-5') }

interface Cost {
  readonly instantiations: number
  /** The time of the type checker only, without parsing and binding. */
  readonly seconds: number
}

async function check(compiler: string, folder: string): Promise<Cost> {
  const run = promisify(execFile)(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'])
  const { stdout } = await run.catch((error: { stdout?: string }) => {
    throw new Error(`The queries don't compile:\n${error.stdout?.slice(0, 2000)}`)
  })
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1])
  return { instantiations: figure('Instantiations'), seconds: figure('Check time') }
}

/** Calls `run` with a temporary folder beside this file, where imports of the workspace's packages resolve. */
async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(here, '.types-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Measures the type instantiations of a project with queries. */
export async function instantiationsOf(types: number): Promise<number> {
  return inFolder(async (folder) => {
    await writeTypeProject(folder, types, { client: 'sdk' })
    return (await check(compilers.ts7, folder)).instantiations
  })
}

/** Measures the type instantiations per deep query, compared with a project without queries. */
export async function instantiationsPerQuery(
  types: number,
  client: 'sdk' | 'strapi5' = 'sdk',
): Promise<{ perQuery: number; total: number; generated: number }> {
  return inFolder(async (folder) => {
    const { queries, generated } = await writeTypeProject(folder, types, { client })
    const { instantiations: total } = await check(compilers.ts7, folder)
    await writeTypeProject(folder, types, { queries: 0, client })
    const { instantiations: without } = await check(compilers.ts7, folder)
    return { perQuery: (total - without) / queries, total, generated: generated / types / 1024 }
  })
}

interface CheckTimes {
  /** Seconds to check the queries with this package. */
  readonly ours: number
  /** Seconds to check the same queries with a plain `fetch` wrapper and the same generated types. */
  readonly plain: number
}

const RUNS = 6

/**
 * Measures how long the checker takes for 100 deep queries. Each figure is the minimum of six runs: other
 * load on the machine can only make a run slower.
 */
export async function secondsToCheck(compiler: string, types: number): Promise<CheckTimes> {
  const secondsOf = (client: 'sdk' | 'fetch') =>
    inFolder(async (folder) => {
      await writeTypeProject(folder, types, { client })
      const runs = []
      for (let run = 0; run < RUNS; run++) runs.push((await check(compiler, folder)).seconds)
      return Math.min(...runs)
    })
  return { ours: await secondsOf('sdk'), plain: await secondsOf('fetch') }
}
