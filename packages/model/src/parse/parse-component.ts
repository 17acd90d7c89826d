import * as z from 'zod/mini'
import type { Component } from '../content-type.js'
import { type Report, prefixReport } from '../problem.js'
import type { ComponentLocation } from '../schema-location.js'
import { withId } from '../standard-attributes.js'
import { collectionName, ignoredInfo, infoOptions } from './names.js'
import { type SchemaReading, parseAttributes, withHidden } from './parse-attributes.js'
import { readLocalized } from './plugin-options.js'
import { readKeys } from './read-keys.js'

/** A component as far as it could be read. */
export interface ParsedComponent {
  readonly schema: Component
  /** Names of attributes that couldn't be read. */
  readonly broken: ReadonlySet<string>
}

const topOptions = { collectionName: z.optional(collectionName) }
const topKeys = {
  owner: 'a component',
  elsewhere: ['info', 'options', 'pluginOptions', 'attributes'],
  ignored: new Set(['$schema', '__schema__', 'config', 'connection', 'description', 'globalId', 'kind']),
}
const nameKeys = { owner: '"info"', ignored: ignoredInfo }
const componentOptions = { privateAttributes: z._default(z.array(z.string()), []) }
const optionKeys = {
  owner: 'the "options" of a component',
  ignored: new Set(['comment', 'draftAndPublish', 'increments', 'timestamps']),
}

/** Reads a component's file. Reports every mistake that doesn't depend on other files. */
export function parseComponent(
  file: Readonly<Record<string, unknown>>,
  { uid, category, name }: ComponentLocation,
  { customFields, privateAttributes }: SchemaReading,
  report: Report,
): ParsedComponent {
  const top = readKeys(topOptions, file, topKeys, report)
  const info = readKeys(infoOptions, file['info'] ?? {}, nameKeys, prefixReport(report, 'info'))
  const options = readKeys(componentOptions, file['options'] ?? {}, optionKeys, prefixReport(report, 'options'))
  readLocalized(file['pluginOptions'], prefixReport(report, 'pluginOptions'))
  const reading = { localizedType: false, reserved: new Set<string>(), customFields }
  const { declared: written, broken } = parseAttributes(file['attributes'], reading, prefixReport(report, 'attributes'))
  const hidden = new Set([...(options.privateAttributes ?? []), ...privateAttributes])
  const declared = withHidden(written, hidden)
  const schema: Component = Object.freeze({
    model: 'component',
    uid,
    category,
    collectionName: top.collectionName ?? `components_${category}_${name}`.toLowerCase().replaceAll('-', '_'),
    displayName: info.displayName ?? info.name ?? name,
    declared,
    attributes: Object.freeze(withId(declared)),
  })
  return { schema, broken }
}
