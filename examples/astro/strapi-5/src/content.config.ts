import { contentLoader } from '@content-api/astro/loader'
import { defineCollection } from 'astro:content'

// connect
const content = contentLoader({ url: process.env['CMS_URL'], api: 'strapi5', types: { project: 'cms' } })
const loader = content.collection('articles', { populate: { cover: true } }, { id: 'slug', content: 'body' })
export const collections = { articles: defineCollection({ loader }) }
// end
