import { describe, expect, it } from 'vitest'
import { file, problemsOfArticle, problemsOfAttribute } from './problems.js'

const at = (path: string, message: string, suggestion?: string) => [
  { file, path: path === '' ? 'attributes.x' : `attributes.x.${path}`, message, ...(suggestion && { suggestion }) },
]

describe('the type of an attribute', () => {
  const types =
    'string, text, richtext, enumeration, email, password, uid, date, time, datetime, timestamp, integer, biginteger, float, decimal, boolean, array, json, blocks, media, relation, component, dynamiczone'

  it.each([
    ['strin', 'string'],
    ['String', 'string'],
    ['number', 'integer'],
    ['image', 'media'],
    ['dynamicZone', 'dynamiczone'],
  ])('%s is reported with a suggestion', (written, meant) => {
    expect(problemsOfAttribute({ type: written })).toEqual(
      at('type', `is "${written}", which is not an attribute type (${types}).`, meant),
    )
  })

  it('must be present, in an object', () => {
    expect(problemsOfAttribute({})).toEqual(at('type', 'is missing.'))
    expect(problemsOfAttribute({ type: 7 })).toEqual(at('type', 'must be text, but is 7.'))
    expect(problemsOfAttribute('string')).toEqual(at('', 'must be an object with a "type", but is "string".'))
  })

  it('must be the stored type for a custom field', () => {
    expect(problemsOfAttribute({ type: 'customField', customField: 'plugin::color-picker.color' })).toEqual(
      at(
        'type',
        'is decided by the custom field plugin::color-picker.color: write the type that it stores, such as "string", and keep "customField".',
      ),
    )
  })

  it('must not be a property of the prototype', () => {
    expect(problemsOfAttribute({ type: 'constructor' })).toMatchObject([{ path: 'attributes.x.type' }])
  })
})

describe('an option of an attribute', () => {
  it.each([
    [{ type: 'string', maxLenght: 3 }, 'maxLenght', 'is not an option of a string attribute.', 'maxLength'],
    [{ type: 'email', requierd: true }, 'requierd', 'is not an option of an email attribute.', 'required'],
    [{ type: 'boolean', colour: 'red' }, 'colour', 'is not an option of a boolean attribute.', undefined],
    [{ type: 'integer', minLength: 3 }, 'minLength', 'does not apply to an integer attribute.', undefined],
    [{ type: 'string', required: 'yes' }, 'required', 'must be true or false, but is "yes".', undefined],
    [{ type: 'string', minLength: -1 }, 'minLength', 'must be at least 0, but is -1.', undefined],
    [{ type: 'string', maxLength: 1.5 }, 'maxLength', 'must be a whole number, but is 1.5.', undefined],
    [{ type: 'integer', min: 'few' }, 'min', 'must be a number, but is "few".', undefined],
    [{ type: 'string', regex: 7 }, 'regex', 'must be text, but is 7.', undefined],
    [{ type: 'media', allowedTypes: [] }, 'allowedTypes', 'must not be empty.', undefined],
    [
      { type: 'media', allowedTypes: ['files', 'image'] },
      'allowedTypes.1',
      'must be "images", "videos", "files" or "audios", but is "image".',
      'images',
    ],
    [
      { type: 'string', pluginOptions: { i18n: { localised: true } } },
      'pluginOptions.i18n.localised',
      'is not an option of the i18n plugin.',
      'localized',
    ],
    [
      { type: 'string', pluginOptions: 1 },
      'pluginOptions',
      'must be an object with the options of each plugin.',
      undefined,
    ],
  ])('%j', (attribute, path, message, suggestion) => {
    expect(problemsOfAttribute(attribute)).toEqual(at(path, message, suggestion))
  })

  it('of Strapi 4 that has no effect here is accepted', () => {
    const irrelevant = {
      configurable: false,
      visible: true,
      columnType: 'longtext',
      column: {},
      searchable: false,
      writable: true,
      description: '',
      customField: 'plugin::x.y',
      pluginOptions: { 'content-manager': { visible: false } },
    }
    expect(problemsOfAttribute({ type: 'string', ...irrelevant })).toEqual([])
  })
})

describe('bounds', () => {
  it.each([
    [{ type: 'string', minLength: 9, maxLength: 3 }, 'minLength', 'is 9, which is more than "maxLength", 3.'],
    [{ type: 'integer', min: 2, max: 1 }, 'min', 'is 2, which is more than "max", 1.'],
    [{ type: 'float', min: 0.2, max: 0.1 }, 'min', 'is 0.2, which is more than "max", 0.1.'],
    [
      { type: 'biginteger', min: '9007199254740993', max: '9007199254740992' },
      'min',
      'is 9007199254740993, which is more than "max", 9007199254740992.',
    ],
  ])('that allow no value are reported: %j', (attribute, path, message) => {
    expect(problemsOfAttribute(attribute)).toEqual(at(path, message))
  })
})

describe('an enumeration', () => {
  it.each([
    [{ type: 'enumeration' }, 'enum', 'is missing.', undefined],
    [{ type: 'enumeration', enum: [] }, 'enum', 'must not be empty.', undefined],
    [{ type: 'enumeration', enum: ['a', ''] }, 'enum.1', 'must not be empty.', undefined],
    [{ type: 'enumeration', enum: ['a', 'b', 'a'] }, 'enum.2', 'repeats "a".', undefined],
    [
      { type: 'enumeration', enum: ['news', 'opinion'], default: 'new' },
      'default',
      'is "new", which is not in "enum".',
      'news',
    ],
  ])('%j', (attribute, path, message, suggestion) => {
    expect(problemsOfAttribute(attribute)).toEqual(at(path, message, suggestion))
  })
})

describe('a default', () => {
  it.each([
    [{ type: 'string', default: 5 }, 'must be text, but is 5.'],
    [{ type: 'string', minLength: 3, default: 'ab' }, 'has 2 characters, fewer than "minLength", 3.'],
    [{ type: 'text', maxLength: 3, default: 'abcd' }, 'has 4 characters, more than "maxLength", 3.'],
    [{ type: 'string', regex: '^[a-z]+$', default: 'A' }, 'is "A", which doesn\'t match "regex".'],
    [{ type: 'email', default: 'nobody' }, 'must be an e-mail address, but is "nobody".'],
    [{ type: 'uid', default: 'a b' }, 'must be made of letters, digits and - _ . ~, but is "a b".'],
    [{ type: 'integer', default: 1.5 }, 'must be a whole number, but is 1.5.'],
    [{ type: 'integer', min: 1, default: 0 }, 'is 0, which is less than "min", 1.'],
    [{ type: 'decimal', max: 1, default: 1.5 }, 'is 1.5, which is more than "max", 1.'],
    [{ type: 'biginteger', default: 'x' }, 'must be a whole number, or a string for one beyond 2^53, but is "x".'],
    [{ type: 'float', default: '1' }, 'must be a number, but is "1".'],
    [{ type: 'boolean', default: 'true' }, 'must be true or false, but is "true".'],
    [{ type: 'date', default: '2023-02-31' }, 'must be a date such as "2024-02-29", but is "2023-02-31".'],
    [{ type: 'time', default: '25:00' }, 'must be a time such as "13:05:00.000", but is "25:00".'],
    [
      { type: 'datetime', default: 'now' },
      'must be an ISO 8601 date-time such as "2024-02-29T13:05:00.000Z", but is "now".',
    ],
    [{ type: 'timestamp', default: true }, 'must be milliseconds since 1970 or an ISO 8601 date-time, but is true.'],
    [{ type: 'array', default: {} }, 'must be a list, but is {}.'],
    [{ type: 'blocks', default: 'x' }, 'must be a list, but is "x".'],
  ])('that the attribute rejects is reported: %j', (attribute, message) => {
    expect(problemsOfAttribute(attribute)).toEqual(at('default', message))
  })

  it.each([
    { type: 'string', default: null },
    { type: 'date', default: '2024-02-29' },
    { type: 'date', default: '2024-02-29T10:00:00.000Z' },
    { type: 'time', default: '13:05' },
    { type: 'datetime', default: '2024-02-29T10:00:00+02:00' },
    { type: 'timestamp', default: '1709287200000' },
    { type: 'biginteger', min: '0', default: '9007199254740993' },
    { type: 'json', default: 'any' },
    { type: 'array', default: [1] },
  ])('that is valid is accepted: %j', (attribute) => {
    expect(problemsOfAttribute(attribute)).toEqual([])
  })
})

describe('a regular expression', () => {
  it('must be valid', () => {
    expect(problemsOfAttribute({ type: 'string', regex: '[a' })).toEqual(
      at('regex', 'is not a valid regular expression: /[a/: Unterminated character class.'),
    )
  })

  it('must not backtrack without limit', () => {
    expect(problemsOfAttribute({ type: 'string', regex: '^(a+)+$', default: 'b' })).toEqual(
      at(
        'regex',
        "can take very long (exponential) for strings such as 'a' + 'a'.repeat(31) + '\\x00'. Rewrite it so that no string can match a part of it in two ways.",
      ),
    )
  })
})

describe('the source of a uid', () => {
  it.each([
    ['titel', 'is "titel", which is not an attribute of api::article.article.', 'title'],
    ['size', 'is "size", which is of type integer: a uid can only be generated from text.', undefined],
  ])('%s', (targetField, message, suggestion) => {
    const attributes = { title: { type: 'string' }, size: { type: 'integer' }, x: { type: 'uid', targetField } }
    expect(problemsOfArticle(attributes)).toEqual(at('targetField', message, suggestion))
  })

  it('that could not be read is reported once', () => {
    expect(problemsOfArticle({ title: { type: 'strin' }, x: { type: 'uid', targetField: 'title' } })).toMatchObject([
      { path: 'attributes.title.type' },
    ])
  })
})

describe('the name of an attribute', () => {
  const reserved = (name: string) => `is reserved: the service adds "${name}" itself.`
  const malformed =
    'is not a valid attribute name: it must begin with a letter and contain only letters, digits and "_".'

  it.each([
    ['id', reserved('id')],
    ['createdAt', reserved('createdAt')],
    ['updatedAt', reserved('updatedAt')],
    ['publishedAt', reserved('publishedAt')],
    ['locale', reserved('locale')],
    ['localizations', reserved('localizations')],
    ['createdBy', reserved('createdBy')],
    ['updatedBy', reserved('updatedBy')],
    ['ID', reserved('id')],
    ['__component', 'is reserved: it names the component of an item in a dynamic zone.'],
    ['constructor', 'is a property of every JavaScript object. Choose another name.'],
    ['__proto__', 'is a property of every JavaScript object. Choose another name.'],
    ['$or', malformed],
    ['1st', malformed],
    ['first-name', malformed],
    ['', malformed],
  ])('%j', (name, message) => {
    const attributes = JSON.parse(`{ ${JSON.stringify(name)}: { "type": "string" } }`) as object
    expect(problemsOfArticle(attributes)).toEqual([{ file, path: `attributes.${name}`, message }])
  })

  it('must not differ from another only in case', () => {
    expect(problemsOfArticle({ title: { type: 'string' }, Title: { type: 'text' } })).toEqual([
      {
        file,
        path: 'attributes.Title',
        message: 'differs from "title" only in case, which databases ignore. Rename one of them.',
      },
    ])
  })
})
