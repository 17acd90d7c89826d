import { resolve } from 'node:path'
import { newSecret } from '../secrets/digest.js'
import { type ContentApi, createContentApi } from '../server.js'

export interface ProjectOptions {
  readonly project: string
  readonly database?: string
}

/** Opens a project's service to work with its content and accounts, not to serve it. */
export function openProject({ project, database }: ProjectOptions): Promise<ContentApi> {
  return createContentApi({
    project: resolve(project),
    ...(database === undefined ? {} : { database }),
    // Nobody signs in here: the secret of the service need not be at hand, and accounts stay as they are.
    config: { auth: { jwt: { secret: newSecret() } }, development: { users: [], tokens: [] } },
  })
}

/** The same for as long as the work takes. */
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
