import { arrayOf, type JsonSchema, object, orNull, ref } from '@content-api/interfaces/openapi/json-schema'
import { parameter } from '@content-api/interfaces/openapi/parameters'

/** What an operation accepts and responds, apart from what all operations of its kind do. */
export interface EndpointDescription {
  readonly summary?: string
  readonly parameters?: readonly JsonSchema[]
  readonly body?: JsonSchema
  /** The content type of the body, by default JSON. */
  readonly type?: string
  readonly response?: JsonSchema
  /** The status of a success, by default 200. */
  readonly status?: 200 | 201
  /** Whether some successes have the status 200 instead of 201. */
  readonly alsoChanges?: boolean
  /** Whether the response for a user that doesn't exist has no body. */
  readonly maybeNone?: boolean
}

const text: JsonSchema = { type: 'string' }
const secret: JsonSchema = { type: 'string', writeOnly: true }
const done = object({ ok: { const: true } }, { required: ['ok'] })

/** Returns the descriptions of the operations of users, files, locales and mail, by method and path. */
export function describeEndpoints({
  user,
  file,
}: {
  readonly user: JsonSchema
  readonly file: JsonSchema
}): Readonly<Record<string, EndpointDescription>> {
  const signedIn = object(
    { jwt: text, refreshToken: { type: 'string', description: 'With sessions only.' }, user },
    { required: ['user'] },
  )
  const ofUser = {
    username: { type: 'string', minLength: 3 },
    email: { type: 'string', format: 'email' },
    password: secret,
    role: { anyOf: [{ type: 'integer' }, text, { type: 'object' }] },
    confirmed: { type: 'boolean' },
    blocked: { type: 'boolean' },
  }
  const passwords = { password: secret, passwordConfirmation: secret }
  const shown = [parameter('fields'), parameter('populate')]
  const rows = [
    parameter('sort'),
    { name: 'start', in: 'query', schema: { type: 'integer', minimum: 0 } },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
    ...shown,
  ]
  const role = object(
    { id: { type: 'integer' }, name: text, description: orNull(text), type: orNull(text) },
    { required: ['id', 'name'] },
  )
  const locale = object(
    { id: { type: 'integer' }, documentId: text, name: text, code: text, isDefault: { type: 'boolean' } },
    { required: ['id', 'code', 'isDefault'] },
  )
  return {
    'POST auth/local': {
      summary: 'Sign in',
      body: object({ identifier: text, password: secret }, { required: ['identifier', 'password'] }),
      response: signedIn,
    },
    'POST auth/local/register': {
      summary: 'Register',
      body: object(
        { username: text, email: { type: 'string', format: 'email' }, password: secret },
        { required: ['username', 'email', 'password'] },
      ),
      response: signedIn,
    },
    'POST auth/change-password': {
      summary: 'Change the own password',
      body: object(
        { currentPassword: secret, ...passwords },
        { required: ['currentPassword', 'password', 'passwordConfirmation'] },
      ),
      response: signedIn,
    },
    'POST auth/forgot-password': {
      summary: 'Send a mail to reset the password',
      body: object({ email: text }, { required: ['email'] }),
      response: done,
    },
    'POST auth/reset-password': {
      summary: 'Reset the password with the code of the mail',
      body: object({ code: text, ...passwords }, { required: ['code', 'password', 'passwordConfirmation'] }),
      response: signedIn,
    },
    'POST auth/send-email-confirmation': {
      summary: 'Send a mail to confirm the address',
      body: object({ email: text }, { required: ['email'] }),
      response: object({ email: text, sent: { type: 'boolean' } }),
    },
    'GET users': { summary: 'List users', parameters: rows, response: arrayOf(user) },
    'POST users': {
      summary: 'Create a user',
      body: object(ofUser, { required: ['username', 'email', 'password'] }),
      response: user,
      status: 201,
    },
    'GET users/count': { summary: 'Count users', response: { type: 'integer', minimum: 0 } },
    'GET users/me': { summary: 'Read the signed-in user', parameters: shown, response: user },
    'GET users/:id': { summary: 'Read a user', parameters: shown, response: user, maybeNone: true },
    'PUT users/:id': { summary: 'Change a user', body: object(ofUser), response: user },
    'DELETE users/:id': { summary: 'Delete a user', response: user, maybeNone: true },
    'GET users-permissions/roles': {
      summary: 'List roles',
      response: object({ roles: arrayOf(role) }, { required: ['roles'] }),
    },
    'GET users-permissions/roles/:id': {
      summary: 'Read a role',
      response: object({ role }, { required: ['role'] }),
    },
    'POST upload': {
      summary: 'Upload files, or replace and describe the file of ?id=',
      type: 'multipart/form-data',
      parameters: [{ name: 'id', in: 'query', schema: { type: 'integer', minimum: 1 } }],
      body: object({
        files: { anyOf: [{ type: 'string', format: 'binary' }, arrayOf({ type: 'string', format: 'binary' })] },
        fileInfo: { type: 'string', description: 'JSON with `name`, `alternativeText`, `caption` and `focalPoint`.' },
        ref: { type: 'string', description: 'The uid of the type of an entry that gets the files.' },
        refId: { type: 'string', description: 'The id of its row.' },
        field: { type: 'string', description: 'Its attribute.' },
      }),
      response: { anyOf: [arrayOf(file), file] },
      status: 201,
      alsoChanges: true,
    },
    'GET upload/files': { summary: 'List files', parameters: rows, response: arrayOf(file) },
    'GET upload/files/page': {
      summary: 'List a page of files',
      parameters: [parameter('sort'), parameter('pagination'), ...shown],
      response: object(
        { data: arrayOf(file), meta: object({ pagination: ref('PaginationByPage') }) },
        { required: ['data', 'meta'] },
      ),
    },
    'GET upload/files/:id': { summary: 'Read a file', parameters: shown, response: file },
    'DELETE upload/files/:id': { summary: 'Delete a file', response: file },
    'GET i18n/locales': { summary: 'List locales', response: arrayOf(locale) },
    'POST email': { summary: 'Send a mail' },
  }
}
