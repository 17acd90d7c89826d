import { isRecord } from '../is-record.js'
import { type Mutant, onResponse, onRequest } from '../mutant.js'
import { attributesOf } from '../wire.js'
import { dataOf } from './body.js'

const required = ['name', 'short', 'code', 'badge', 'rating', 'grade', 'mail', 'flag', 'amount'] as const

/** Creates a mutant that ignores a rule: it replaces values that violate the rule by a valid one. */
const lenient = (
  id: string,
  clause: string,
  name: (typeof required)[number],
  isBad: (value: unknown) => boolean,
  good: unknown,
): Mutant =>
  onRequest(`validation.${id}`, [clause], `${id} is not checked`, (request) => {
    const data = dataOf(request)
    if (request.path.includes('conf-rules') && name in data && isBad(data[name])) data[name] = good
  })

export const validationMutants: readonly Mutant[] = [
  lenient('required', '4.1/required', 'name', (value) => value === null, 'x'),
  onRequest(
    'validation.draft-required',
    ['3/draft-incomplete'],
    'A draft is validated like a live entry',
    (request) => {
      const data = dataOf(request)
      if (request.method === 'POST' && request.path.includes('notices') && data['publishedAt'] === null)
        delete data['publishedAt']
    },
  ),
  onRequest('validation.publish', ['3/publish-validates'], 'Publishing does not validate', (request) => {
    const data = dataOf(request)
    if (request.method === 'PUT' && request.path.includes('notices') && data['publishedAt'] !== undefined)
      data['headline'] ??= 'made up'
  }),
  lenient(
    'length',
    '4.1/length',
    'short',
    (value) => typeof value === 'string' && (value.length < 3 || value.length > 6),
    'abc',
  ),
  lenient('regex', '4.1/regex', 'code', (value) => typeof value === 'string' && !/^[A-Z]{2}-\d+$/.test(value), 'AB-1'),
  lenient('range', '4.1/range', 'rating', (value) => typeof value === 'number' && (value < 1 || value > 10), 5),
  lenient('enum', '4.1/enum', 'grade', (value) => typeof value === 'string' && !['low', 'high'].includes(value), 'low'),
  lenient(
    'email',
    '4.1/email',
    'mail',
    (value) => typeof value === 'string' && !/@\w+\.\w/.test(value),
    'a@example.org',
  ),
  lenient('type', '4.1/type', 'flag', (value) => value === 'perhaps', true),
  lenient('unique', '4.1/unique', 'badge', (value) => typeof value === 'string', null),
  onResponse('validation.default', ['4.1/default'], 'Defaults are not applied', (response, { method }) => {
    if (method === 'POST')
      for (const attributes of attributesOf(response)) if (attributes['amount'] === 5) attributes['amount'] = null
  }),
  onResponse('validation.echo', ['4.1/echoed-keys'], 'createdAt of a read entry is rejected', (response, request) => {
    if ('createdAt' in dataOf(request))
      Object.assign(response, {
        status: 400,
        body: {
          data: null,
          error: { status: 400, name: 'ValidationError', message: 'Invalid key createdAt', details: {} },
        },
      })
  }),
  onRequest('validation.unknown', ['4.1/unknown-attribute'], 'Unknown attributes are ignored', (request) => {
    delete dataOf(request)['surelyNotThere']
  }),
  onRequest(
    'validation.zone',
    ['4.1/zone-foreign'],
    "Zone items of components that aren't allowed are dropped",
    (request) => {
      const data = dataOf(request)
      if (Array.isArray(data['zone']))
        data['zone'] = data['zone'].filter((item) =>
          ['conf.quote', 'conf.note'].includes(String(isRecord(item) ? item['__component'] : '')),
        )
    },
  ),
]
