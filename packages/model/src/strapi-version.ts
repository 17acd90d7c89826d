import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findInstalled } from './find-installed.js'
import { isRecord } from './wording.js'

/** The version of Strapi that a project depends on. */
export interface StrapiVersion {
  /** The installed version, such as `5.54.0`; otherwise the range of the manifest, such as `^5.0.0`. */
  readonly text: string
  readonly major: number
  /** Undefined if the range has no minor version. */
  readonly minor: number | undefined
}

/**
 * Returns the version of Strapi that the `package.json` of a project names: the installed one, or the lowest
 * of its range. Returns null without such a dependency, or if its range has no number.
 *
 * @example strapiVersionOf('../cms')?.major // 5
 */
export function strapiVersionOf(project: string): StrapiVersion | null {
  const { dependencies, devDependencies } = readPackage(join(project, 'package.json'))
  const [range] = [dependencies, devDependencies]
    .flatMap((each) => (isRecord(each) ? [each['@strapi/strapi']] : []))
    .filter((each) => each !== undefined)
  if (range === undefined) return null
  const folder = findInstalled(project, '@strapi/strapi')
  const installed = folder === null ? undefined : readPackage(join(folder, 'package.json'))['version']
  const text = [installed, range].find((each) => typeof each === 'string')
  const [, major, minor] = /(\d+)(?:\.(\d+))?/.exec(text ?? '') ?? []
  if (text === undefined || major === undefined) return null
  return { text, major: Number(major), minor: minor === undefined ? undefined : Number(minor) }
}

/** Returns the content of a `package.json`; nothing for a broken one, which Node.js and package managers report. */
export function readPackage(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
