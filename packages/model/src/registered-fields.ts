import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type CustomFieldType, type CustomFieldTypes, customFieldTypes } from './custom-fields.js'

/**
 * Reads the custom fields that a project registers with `strapi.customFields.register({ name, plugin, type
 * })`. It reads the source instead of running it, because schemas are read before the project's code runs,
 * and by tools that never run it.
 */
export async function readRegisteredFields(project: string): Promise<CustomFieldTypes> {
  const files = await readdir(join(project, 'src'), { recursive: true, encoding: 'utf8' }).catch(() => [])
  const programs = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !/(?:^|\/)(?:node_modules|admin|dist)\//.test(file))
  const texts = await Promise.all(programs.map((file) => readFile(join(project, 'src', file), 'utf8').catch(() => '')))
  return Object.assign({}, ...texts.map(registeredIn)) as CustomFieldTypes
}

function registeredIn(source: string): CustomFieldTypes {
  const fields: Record<string, CustomFieldType> = {}
  // Bounded input: files of the project.
  for (const { index, 0: call } of source.matchAll(/\bcustomFields\s*\.\s*register\s*\(/g)) {
    const start = index + call.length
    // Bounded input: files of the project.
    for (const [, body = ''] of argumentsFrom(source, start).matchAll(/\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g)) {
      const [name, plugin, type] = ['name', 'plugin', 'type'].map((key) => stringOf(body, key))
      const stored = customFieldTypes.find((one) => one === type)
      if (name === undefined || stored === undefined) continue
      // Strapi uses the second name if there is no such plugin.
      if (plugin !== undefined) fields[`plugin::${plugin}.${name}`] = stored
      fields[`global::${name}`] ??= stored
    }
  }
  return fields
}

/** Returns the source up to the bracket that closes a call. */
function argumentsFrom(source: string, start: number): string {
  let depth = 1
  for (let position = start; position < source.length; position++) {
    if (source[position] === '(') depth++
    else if (source[position] === ')' && --depth === 0) return source.slice(start, position)
  }
  return source.slice(start)
}

function stringOf(object: string, key: string): string | undefined {
  // Bounded input: files of the project.
  return new RegExp(`(?:^|[,{\\s])['"]?${key}['"]?\\s*:\\s*(['"\`])([^'"\`]*)\\1`).exec(object)?.[2]
}
