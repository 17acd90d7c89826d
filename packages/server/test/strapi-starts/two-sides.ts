import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStrapi } from '../../../../scripts/lib/strapi-target.mjs'
import { type ContentApi, createContentApi } from '../../src/server.js'
import { type ProjectFiles, writeProject } from './project-files.js'

/** A response of one side. `body` is JSON if the response is. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Strapi or this server, both with the same project. */
export interface Side {
  send(path: string, init?: RequestInit): Promise<Answer>
}

export interface TwoSides {
  readonly theirs: Side
  readonly ours: Side
  close(): Promise<void>
}

/**
 * Starts Strapi 4.26.2 and this server on the same project, both on SQLite. Strapi is installed once, as for
 * `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.
 */
export async function openTwoSides(files: ProjectFiles, say: (line: string) => void): Promise<TwoSides> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-strapi-starts-'))
  const project = join(folder, 'project')
  try {
    await writeProject(project, files)
    const strapi = await startStrapi({ project, packages: process.env['STRAPI_PACKAGES'], say })
    const api = await createContentApi({
      project,
      database: join(folder, 'content.db'),
      config: { api: { rest: { strictParams: false } }, upload: { directory: join(folder, 'uploads') } },
      log: () => undefined,
    })
    return {
      theirs: { send: async (path, init) => answerOf(await fetch(`${strapi.url}${path}`, init)) },
      ours: sideOf(api),
      async close() {
        await api.close()
        await strapi.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** This server, without HTTP. */
export const sideOf = (api: Pick<ContentApi, 'fetch'>): Side => ({
  send: async (path, init) => answerOf(await api.fetch(new Request(`http://service.example${path}`, init))),
})

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: jsonOr(await response.text()) }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
