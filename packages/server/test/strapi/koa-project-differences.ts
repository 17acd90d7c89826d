import type { ProjectDifference } from './strapi-project-differences.js'

const entryMeta = ['},"meta":{}}', ',"meta":{}},"meta":{}}'] as const
/** @param more whether the recorded parameters have others, too */
const wholePath = (path: string, more = false) => [`"params":{"0":"${path}"${more ? ',' : ''}`, '"params":{'] as const
const caller = ['"state":["route"', '"state":["auth","isAuthenticated","route"'] as const
const located = ['ERROR"}}],"data"', 'ERROR"},"locations":[{"line":1,"column":12}],"path":["stop"]}],"data"'] as const
const ofPolicy = ['"ForbiddenError","message":"Forbidden"', '"PolicyError","message":"Policy Failed"'] as const

/** Every request of `koa-project` whose response differs from the recorded one. */
export const koaDifferences: readonly ProjectDifference[] = [
  {
    name: '0031-meta-of-entries',
    replaced: {
      'item-create-1': [entryMeta],
      'item-create-2': [entryMeta],
      'item-create-3': [entryMeta],
      'rewrite-body': [entryMeta],
      'note-hook': [entryMeta],
      'form-changed-in-middleware': [entryMeta],
    },
  },
  { name: '0081-graphql-errors-have-a-place', replaced: { 'graphql-throws': [located] } },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    replaced: {
      'policy-false': [['"x-outer":"403 ForbiddenError"', '"x-outer":"403 PolicyError"'], ofPolicy],
      'policy-local-let-no': [['"x-outer":"403 ForbiddenError"', '"x-outer":"403 PolicyError"'], ofPolicy],
    },
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'says that `data` is missing in a body.',
      ours: 'also says what to send instead.',
      why: 'the error explains the problem to the client, as on generated routes.',
    },
    replaced: {
      'item-no-data': [
        ['in the request body"', String.raw`in the request body. Put the attributes into it: { \"data\": { … } }"`],
      ],
    },
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'leaves `ctx.state.auth` undefined on routes with `auth: false`.',
      ours: 'sets it to the caller of the request.',
      why: 'the permissions of the caller apply on every route.',
    },
    replaced: { request: [caller], 'request-post': [caller] },
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'adds the whole path to `ctx.params` of GET requests, under the name `0`.',
      ours: 'only adds the parameters of the route.',
      why: 'the value is a side effect of the route that serves the folder `public`.',
    },
    replaced: {
      'pattern-slash': [wholePath('api/patterns/slash/')],
      'pattern-optional': [wholePath('api/patterns/optional/7', true)],
      'pattern-optional-without': [wholePath('api/patterns/optional')],
      'pattern-number': [wholePath('api/patterns/number/12', true)],
      'pattern-number-name': [wholePath('api/patterns/number/twelve', true)],
      'pattern-rests': [wholePath('api/patterns/rests/a/b', true)],
      'pattern-rests-none': [wholePath('api/patterns/rests')],
      'pattern-range': [wholePath('api/patterns/2020-2021', true)],
      'pattern-file': [wholePath('api/patterns/file/name.tar', true)],
      'pattern-case': [wholePath('api/patterns/RANGE-To', true)],
      'pattern-encoded': [wholePath('api/patterns/a/b-c', true)],
    },
  },
  {
    name: '0281-generated-actions-call-code-that-replaces-them',
    described: {
      strapi: 'ignores an `Authorization` header that is not a bearer token.',
      ours: 'sends 401, except on routes with `auth: false`.',
      why: 'a client with a malformed header should not act as the public.',
    },
    replaced: {
      'guarded-with-token': [
        [
          '"status":403,"headers":{"content-type":"application/json; charset=utf-8","x-outer":"403 ForbiddenError"}',
          '"status":401,"headers":{"content-type":"application/json; charset=utf-8","x-outer":"401 UnauthorizedError"}',
        ],
        [
          '"status":403,"name":"ForbiddenError","message":"Forbidden"',
          '"status":401,"name":"UnauthorizedError","message":"The Authorization header must be \\"Bearer\\" and one token"',
        ],
      ],
    },
  },
]
