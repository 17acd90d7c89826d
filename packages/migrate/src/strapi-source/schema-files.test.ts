import { expect, it } from 'vitest'
import { makeSchemaFiles } from './schema-files.js'

it('replaces custom fields by their stored types, and reports relations to plugins', () => {
  const attributes = {
    colour: { type: 'string', customField: 'plugin::color-picker.color' },
    page: { type: 'relation', relation: 'oneToOne', target: 'plugin::pages.page' },
    product: { type: 'relation', relation: 'manyToMany', target: 'plugin::shop.product', inversedBy: 'shapes' },
    broken: { type: 'relation', relation: 'oneToOne', target: 'plugin::shop.broken' },
    createdAt: { type: 'datetime' },
  }
  const ofPlugin = (name: string, own: object) => ({
    uid: `plugin::shop.${name}`,
    modelType: 'contentType',
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: {},
    attributes: { name: { type: 'string' }, createdAt: { type: 'datetime' }, ...own },
  })
  const shapes = { type: 'relation', relation: 'manyToMany', target: 'api::shape.shape', mappedBy: 'product' }
  const info = { singularName: 'shape', pluralName: 'shapes', displayName: 'Shape' }
  const schema = {
    uid: 'api::shape.shape',
    modelType: 'contentType',
    kind: 'collectionType',
    info,
    options: {},
    attributes,
  }
  const all = [schema, ofPlugin('product', { shapes }), ofPlugin('broken', { 'no name': { type: 'enumeration' } })]
  const { files, leftOut } = makeSchemaFiles(new Map(all.map((each) => [each.uid, each])))
  expect(files.map(({ path }) => path)).toEqual(['src/api/shape/content-types/shape/schema.json'])
  expect(files[0]?.json).toMatchObject({ attributes: { colour: { type: 'string' }, product: attributes.product } })
  expect(leftOut.map(({ what, reason }) => `${what}: ${reason}`)).toEqual([
    'api::shape.shape.colour: the custom field "plugin::color-picker.color": written as "string"',
    'api::shape.shape.page: it points at plugin::pages.page, a type of a plugin that is not in the archive',
    'api::shape.shape.broken: it points at plugin::shop.broken, a type of a plugin with a mistake',
  ])
})
