import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CustomFieldType, type CustomFieldTypes, customFieldTypes } from './custom-fields.js'

/**
 * Reads the key `customFields` of `content-api.config`. It reads the source instead of running it, because
 * tools that generate types never run code of a project. The server passes the values that the code returns.
 */
export async function readConfiguredFields(project: string): Promise<CustomFieldTypes> {
  const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `content-api.config.${extension}`)
  const source = await firstOf(project, names)
  // Bounded input: a file of the project.
  const [, object = ''] = /(?:^|[\s,{])['"]?customFields['"]?\s*:\s*\{([^{}]*)\}/.exec(source) ?? []
  const fields: Record<string, CustomFieldType> = {}
  // Bounded input: a file of the project.
  for (const [, name = '', type] of object.matchAll(/['"`]([^'"`\s]+)['"`]\s*:\s*['"`](\w+)['"`]/g)) {
    const stored = customFieldTypes.find((one) => one === type)
    if (stored !== undefined) fields[name] = stored
  }
  return fields
}

/** Reads the list `responses.privateAttributes` of `config/api`, in the same way. */
export async function readPrivateAttributes(project: string): Promise<readonly string[]> {
  const source = await firstOf(project, ['config/api.js', 'config/api.ts', 'config/api.json'])
  // Bounded input: a file of the project.
  const [, list = ''] = /(?:^|[\s,{])['"]?privateAttributes['"]?\s*:\s*\[([^\]]*)\]/.exec(source) ?? []
  // Bounded input: a file of the project.
  return [...list.matchAll(/['"`]([^'"`]+)['"`]/g)].map(([, name = '']) => name)
}

/** Returns the first of these files that exists, without its comments. */
async function firstOf(project: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    const text = await readFile(join(project, name), 'utf8').catch(() => null)
    // Bounded input: a file of the project.
    if (text !== null) return text.replace(/\/\*[^]*?\*\/|(?:^|\s)\/\/.*$/gm, '')
  }
  return ''
}
