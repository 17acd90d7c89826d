import { resolve } from 'node:path'
import { loadProject } from '@content-api/model'
import { printSdl } from '../graphql/print-sdl.js'

/** Prints the GraphQL schema that follows from a project's model; needs no database. */
export async function printGraphqlSchema({ project }: { readonly project: string }): Promise<void> {
  process.stdout.write(`${printSdl(await loadProject(resolve(project)))}\n`)
}
