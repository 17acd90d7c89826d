import { resolve } from 'node:path'
import { newSecret } from '@content-api/core/secrets/digest'
import type { ContentApi, ContentApiOptions } from '../content-api.js'
import { createContentApi } from '../service.js'

export interface ProjectOptions {
  readonly project: string
  readonly database?: string
  /** Doesn't log warnings of the start. */
  readonly silent?: boolean
}

/** Opens the service of a project for commands that read or change its content and accounts, without serving it. */
export function openProject(options: ProjectOptions): Promise<ContentApi> {
  return createContentApi(commandOptions(options))
}

/** Returns the options of the service for commands, which don't run `bootstrap`. */
export function commandOptions({ project, database, silent = false }: ProjectOptions): ContentApiOptions {
  return {
    project: resolve(project),
    ...(database === undefined ? {} : { database }),
    bootstrap: false,
    // Nobody signs in here, so the command works without the real secret and creates no development accounts.
    config: {
      auth: { jwt: { secret: newSecret() } },
      development: { users: [], tokens: [] },
      ...(silent && { log: { level: 'silent' as const } }),
    },
  }
}

/** Opens a project, runs `work` and closes the project afterwards. */
export async function withProject<Result>(
  options: ProjectOptions,
  work: (api: ContentApi) => Promise<Result>,
): Promise<Result> {
  const api = await openProject(options)
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}
