import { describe, expect, it } from 'vitest'
import { file, problemsOf, type } from './problems.js'

const component = (uid: string, rest: object = {}) => ({ type: 'component', component: uid, ...rest })
const seo = { 'shared.seo': { attributes: { title: { type: 'string' } } } }

function problemsWith(attribute: object, components: object = seo) {
  return problemsOf({ contentTypes: { [file]: type('article', { x: attribute }) }, components })
}

describe('a component', () => {
  it('must exist', () => {
    expect(problemsWith(component('shared.seoo'))).toEqual([
      {
        file,
        path: 'attributes.x.component',
        message: 'is "shared.seoo", which is not a component of this project.',
        suggestion: 'shared.seo',
      },
    ])
    expect(problemsWith(component('seo'))).toMatchObject([{ suggestion: 'shared.seo' }])
    expect(problemsWith({ type: 'component' })).toEqual([
      { file, path: 'attributes.x.component', message: 'is missing.' },
    ])
  })

  it('of a zone must exist', () => {
    expect(problemsWith({ type: 'dynamiczone', components: ['shared.seo', 'shared.so'] })).toEqual([
      {
        file,
        path: 'attributes.x.components.1',
        message: 'is "shared.so", which is not a component of this project.',
        suggestion: 'shared.seo',
      },
    ])
  })

  it('must occur only once in a zone', () => {
    expect(problemsWith({ type: 'dynamiczone', components: ['shared.seo', 'shared.seo'] })).toEqual([
      { file, path: 'attributes.x.components.1', message: 'repeats "shared.seo".' },
    ])
  })

  it.each([
    [component('shared.seo', { repeatable: true, min: 3, max: 2 })],
    [{ type: 'dynamiczone', components: ['shared.seo'], min: 3, max: 2 }],
  ])('must not have a minimum above its maximum: %j', (attribute) => {
    expect(problemsWith(attribute)).toEqual([
      { file, path: 'attributes.x.min', message: 'is 3, which is more than "max", 2.' },
    ])
  })

  it.each([
    [{ attribute: {} }, 'attribute', 'is not an option of a component.', 'attributes'],
    [{ indexes: [] }, 'indexes', 'is not an option of a component.', undefined],
    [{ info: { displayNam: 'x' } }, 'info.displayNam', 'is not an option of "info".', 'displayName'],
    [
      { collectionName: 'a-b' },
      'collectionName',
      'must be small letters, digits and "_", beginning with a letter, but is "a-b".',
      undefined,
    ],
  ])('with %j', (rest, path, message, suggestion) => {
    expect(problemsOf({ components: { 'shared.seo': { attributes: {}, ...rest } } })).toEqual([
      { file: 'shared.seo', path, message, ...(suggestion && { suggestion }) },
    ])
  })

  it('may have attributes that are reserved in content types, except id', () => {
    const attributes = { locale: { type: 'string' }, id: { type: 'string' } }
    expect(problemsOf({ components: { 'shared.seo': { attributes } } })).toEqual([
      { file: 'shared.seo', path: 'attributes.id', message: 'is reserved: the service adds "id" itself.' },
    ])
  })

  it('must be an object, with a valid key that occurs once', () => {
    expect(problemsOf({ components: { seo: { attributes: {} } } })).toEqual([
      {
        file: 'seo',
        path: '',
        message: 'must be a uid such as "shared.seo" or the path of a component file in a project.',
      },
    ])
    expect(problemsOf({ components: { 'shared.seo': null } })).toMatchObject([{ file: 'shared.seo', path: '' }])
    const again = 'src/components/shared/seo.json'
    expect(problemsOf({ components: { ...seo, [again]: { attributes: {} } } })).toEqual([
      { file: again, path: '', message: 'defines shared.seo again, after "shared.seo".' },
    ])
  })
})

describe('components that contain themselves', () => {
  const required = { required: true }
  const cycle = (first: object, second: object) => ({
    'a.one': { attributes: { two: component('a.two', first) } },
    'a.two': { attributes: { one: component('a.one', second) } },
  })

  it('through required attributes are reported once', () => {
    expect(problemsOf({ components: cycle(required, required) })).toEqual([
      {
        file: 'a.one',
        path: 'attributes.two',
        message: 'is part of a cycle of required components: a.one.two → a.two.one → a.one. Make one of them optional.',
      },
    ])
  })

  it('directly, through a list or a zone that must not be empty, are reported', () => {
    const endless = [
      component('a.one', required),
      component('a.one', { ...required, repeatable: true, min: 1 }),
      { type: 'dynamiczone', components: ['a.one'], required: true, min: 1 },
    ]
    for (const x of endless) {
      expect(problemsOf({ components: { 'a.one': { attributes: { x } } } })).toEqual([
        {
          file: 'a.one',
          path: 'attributes.x',
          message: 'is part of a cycle of required components: a.one.x → a.one. Make one of them optional.',
        },
      ])
    }
  })

  it('through an optional attribute are accepted', () => {
    expect(problemsOf({ components: cycle(required, {}) })).toEqual([])
    expect(problemsOf({ components: cycle(required, { ...required, repeatable: true }) })).toEqual([])
    const zone = { type: 'dynamiczone', components: ['a.one', 'a.leaf'], required: true, min: 1 }
    const components = { 'a.one': { attributes: { zone } }, 'a.leaf': { attributes: {} } }
    expect(problemsOf({ components })).toEqual([])
  })

  it('are reported without the components that lead to them', () => {
    const components = { 'a.zero': { attributes: { one: component('a.one', required) } }, ...cycle(required, required) }
    expect(problemsOf({ components }).map(({ file, path }) => [file, path])).toEqual([['a.one', 'attributes.two']])
  })
})
