import type { ProjectDifference } from './strapi-project-differences.js'

/** Differences that other projects show. No recorded request meets them. */
export const otherDifferences: readonly ProjectDifference[] = [
  {
    name: '0032-bigintegers-are-exact',
    described: {
      strapi: 'ignores `min` and `max` of a biginteger.',
      ours: 'rejects values outside these bounds with 400.',
      why: 'the schema declares them.',
    },
    replaced: {},
  },
  {
    name: '0077-files-are-what-they-hold',
    described: {
      strapi: 'attaches files of any type to a media attribute.',
      ours: 'rejects files that are not among its `allowedTypes` with 400.',
      why: 'the schema declares them.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'keeps a write if a hook after it fails, and sends the error.',
      ours: 'undoes the write.',
      why: 'a client that gets an error repeats the write.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'runs TypeScript from the folder `dist`, so `__dirname` is below it.',
      ours: 'runs the files where they are.',
      why: 'a project needs no build.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'gives code of a project the attributes `folder` and `folderPath` of files.',
      ours: 'leaves them out.',
      why: 'files have no folders here.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'returns no entries from `strapi.entityService` for a locale that does not exist.',
      ours: 'rejects the call with `ApplicationError`.',
      why: 'a misspelled locale would look like missing content.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi:
        'leaves unknown attributes and operators out of the filters of `strapi.entityService.deleteMany`, and ignores unknown parameters of `strapi.db.query(uid).deleteMany` and `updateMany`.',
      ours: 'rejects the call. It also rejects `where` or `filters` if the value is `undefined`.',
      why: 'a typing mistake would change or delete all entries.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'stores an `id` in `data` of `strapi.entityService.update`, or fails if other rows refer to the entry.',
      ours: 'ignores it.',
      why: 'the id of an entry never changes.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi:
        'rejects some forms of parameters of `strapi.entityService` and `strapi.db.query`, such as a list as `where` or a string as `populate`.',
      ours: 'accepts them.',
      why: 'their meaning is the same as in other calls.',
    },
    replaced: {},
  },
  {
    name: '0037-pagination-values-are-checked',
    described: {
      strapi:
        'returns all entries with `maxLimit: -1` in `config/api`, whatever `pagination[limit]` says, and fails with 500 for pages.',
      ours: 'sets no maximum, and returns the requested number of entries.',
      why: 'that is what the setting is for.',
    },
    replaced: {},
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'returns administrators from relations to `admin::user`, if the caller is a full-access token.',
      ours: 'leaves these relations out. `createdBy` and `updatedBy` are returned with `populateCreatorFields`.',
      why: 'administrators are not content, and there is no admin panel here.',
    },
    replaced: {},
  },
]
