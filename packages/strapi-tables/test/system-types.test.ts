import { createRegistry, withDocuments } from '@content-api/model'
import { expect, it } from 'vitest'
import { describeStrapiTables } from '../src/schema/describe-tables.js'
import { withRowTypes } from '../src/schema/system-types.js'

/** A type of the plugin upload, as Strapi stores it. */
const storedFolder = {
  kind: 'collectionType' as const,
  collectionName: 'upload_folders',
  info: { singularName: 'folder', pluralName: 'folders', displayName: 'Folder' },
  attributes: {
    name: { type: 'string' },
    files: { type: 'relation', relation: 'oneToMany', target: 'plugin::upload.file', mappedBy: 'folder' },
  },
}

const registryWith = (pluginTypes: object) => withDocuments(createRegistry({ contentTypes: {}, pluginTypes } as never))
const tablesOf = (pluginTypes: object) =>
  describeStrapiTables(withRowTypes(registryWith(pluginTypes)), 'sqlite').map(({ name }) => name)

it("Strapi's own types have the same tables when Strapi has stored them", () => {
  expect(tablesOf({ 'plugin::upload.folder': storedFolder })).toEqual(tablesOf({}))
  expect(tablesOf({})).toContain('files_folder_lnk')
})

it('types for code of a project have the attributes of all documents, and those of links', () => {
  const types = withRowTypes(registryWith({})).contentTypes
  expect(Object.keys(types.get('plugin::users-permissions.permission')?.attributes ?? {})).toEqual([
    'id',
    'documentId',
    'action',
    'role',
    'createdAt',
    'updatedAt',
    'publishedAt',
  ])
  expect(types.get('plugin::users-permissions.role')?.attributes['permissions']).toMatchObject({ private: true })
  expect(types.get('plugin::upload.file')?.attributes['folderPath']).toMatchObject({ private: true })
})
