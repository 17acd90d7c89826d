import type { Attribute } from '@content-api/model'
import { expect, it } from 'vitest'
import { article } from '../../test/article.js'
import type { ExplorerAttribute } from '../protocol.js'
import { defaultColumns } from './columns.js'

const attribute = (name: string, options: Attribute): ExplorerAttribute => ({
  name,
  type: options.type,
  readable: true,
  writable: true,
  sortable: true,
  operators: [],
  options,
})
const scalar = (name: string, type: 'string' | 'integer' | 'datetime' = 'string') => attribute(name, { type })
const media = (name: string) => attribute(name, { type: 'media', multiple: false, allowedTypes: [] })
const relation = (name: string) => attribute(name, { type: 'relation', relation: 'manyToOne', target: article.uid })

const manyScalars = Array.from({ length: 8 }, (_, index) => scalar(`number${index}`, 'integer'))

it('shows the label, a picture and relations before other attributes', () => {
  const links = [media('cover'), media('banner'), relation('author'), relation('tags')]
  const attributes = [...manyScalars, scalar('title'), ...links, scalar('updatedAt', 'datetime')]
  expect(defaultColumns({ ...article, attributes })).toEqual([
    'title',
    'cover',
    'author',
    'tags',
    'number0',
    'number1',
    'number2',
    'number3',
    'updatedAt',
  ])
})

it('shows further links if there is room', () => {
  const links = [media('cover'), media('banner'), ...['a', 'b', 'c', 'd'].map(relation)]
  expect(defaultColumns({ ...article, attributes: [scalar('title'), ...links] })).toEqual([
    'title',
    'cover',
    'a',
    'b',
    'c',
    'banner',
    'd',
  ])
})
