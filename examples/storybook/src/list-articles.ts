import { createClient, type TransportOptions } from '@content-api/sdk'
import type { ContentTypes } from './content-types.gen.js'

/** Reads the articles of an author, or of all authors. */
export const listArticles = (service: TransportOptions, author?: string) =>
  createClient<ContentTypes>({ ...service })
    .collection('articles')
    .find({
      sort: 'title',
      populate: { author: { fields: ['name'] } },
      ...(author !== undefined && { filters: { author: { name: { $eq: author } } } }),
    })
