import { ProjectFault } from '../errors/project-fault.js'
import { placeInProject } from './code-location.js'
import { ExtensionError, MissingPart } from './extension-error.js'
import type { ExtensionHost, Register } from './project-types.js'

/** Runs `bootstrap`. A missing part of Strapi is only a warning: a bootstrap may do work that only Strapi needs. */
export async function runBootstrap(
  bootstrap: Register | undefined,
  strapi: ExtensionHost,
  project: string | undefined,
): Promise<void> {
  try {
    await placed('bootstrap', () => bootstrap?.({ strapi }))
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error
    const place = project === undefined ? null : placeInProject(project, error)
    const at = place === null ? '' : ` ${place}:`
    process.emitWarning(`The project's bootstrap ended early.${at} ${error.message}`)
  }
}

/**
 * Runs a function of `src/index`.
 * @throws ExtensionError of the function unchanged
 * @throws ProjectFault that names the function, with the position in the project's files in its stack
 */
export async function placed(name: 'register' | 'bootstrap', work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ExtensionError ? error : new ProjectFault(`${name} of src/index`, error)
  }
}
