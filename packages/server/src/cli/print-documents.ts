import { resolve } from 'node:path'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql'
import { loadConfig } from '@content-api/project-files/load-config'
import { sourcesOf } from '../http/model-document.js'
import { loadModel } from '@content-api/strapi-project/code/loading/load-model'
import { openApiDocument } from '@content-api/interfaces/openapi/document'
import { version } from '../own-package.js'
import { isDocumentProject } from '../project-generation.js'
import { commandOptions } from './open-project.js'
import { CliError } from './report-error.js'
import { registerProject } from '@content-api/strapi-project/code/register-project'
import { projectExtension } from '@content-api/strapi-project/graphql/open-extension'
import { printSdl, standardSchemas } from '@content-api/interfaces/graphql/print-sdl'

export async function printModel({ project }: { readonly project: string }): Promise<void> {
  const folder = resolve(project)
  const { registry } = await loadModel(folder, await loadConfig({ project: folder }))
  process.stdout.write(`${JSON.stringify(sourcesOf(registry), null, 2)}\n`)
}

/** Prints the OpenAPI document of a project. Needs no database. */
export async function printOpenApi(options: { readonly project: string }): Promise<void> {
  const folder = resolve(options.project)
  if (isDocumentProject(folder)) {
    const document = await readServed(folder, (served) => served.send('/openapi.json'))
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    return
  }
  const config = await loadConfig({ project: folder, overrides: {} })
  const { registry, source } = await loadModel(folder, config)
  const project = await registerProject({ project: folder, source, registry, config })
  process.stdout.write(`${JSON.stringify(openApiDocument(registry, config, { version, project }), null, 2)}\n`)
}

/** Prints the GraphQL schema of a project's model and extensions. Needs no database. */
export async function printGraphqlSchema(options: { readonly project: string }): Promise<void> {
  const project = resolve(options.project)
  if (isDocumentProject(project)) {
    const sdl = await readServed(project, async ({ graphqlPath, ...served }) => {
      const body = { query: getIntrospectionQuery() }
      const { data } = (await served.send(graphqlPath, body)) as { readonly data: IntrospectionQuery }
      return printSchema(buildClientSchema(data))
    })
    process.stdout.write(`${sdl}\n`)
    return
  }
  const config = await loadConfig({ project })
  const { registry, source } = await loadModel(project, config)
  const code = await registerProject({ project, source, registry, config })
  const extension = await projectExtension({ folder: project, project: code, registry, config }).open(standardSchemas)
  process.stdout.write(`${printSdl(registry, extension)}\n`)
}

interface ServedProject {
  /** Returns the JSON of a response that a developer gets. @throws CliError for an error */
  send(path: string, body?: object): Promise<unknown>
  readonly graphqlPath: string
}

/**
 * Opens a Strapi 5 project without its `bootstrap` and with a database in memory, and reads what it serves.
 * @throws CliError if the project has no GraphQL
 */
async function readServed<Result>(project: string, read: (served: ServedProject) => Promise<Result>): Promise<Result> {
  const { createContentApi } = await import('../service.js')
  const { config, ...options } = commandOptions({ project, database: ':memory:', silent: true })
  const shown = { ...config, api: { rest: { openapi: true } } }
  const api = await createContentApi({ ...options, config: shown, development: true })
  const headers = {
    'content-type': 'application/json',
    'content-api-token': api.developmentToken ?? '',
    'content-api-as': 'everything',
  }
  try {
    return await read({
      async send(path, body) {
        const sent = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
        const response = await api.fetch(new Request(`http://localhost${path}`, sent))
        const text = await response.text()
        if (!response.ok) throw new CliError(`${path} can't be read: ${text}`)
        return JSON.parse(text) as unknown
      },
      get graphqlPath() {
        if (api.graphqlPath !== null) return api.graphqlPath
        throw new CliError('The project has no GraphQL. Add the package @strapi/plugin-graphql to it.')
      },
    })
  } finally {
    await api.close()
  }
}
