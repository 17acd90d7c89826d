import { readFileSync, readdirSync } from 'node:fs'
import { inRoot } from '../.vitepress/repository-links.mjs'

/** Pages of the site that are made from the files of `decisions/`. */
export default {
  paths: () =>
    readdirSync(inRoot('decisions'))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => ({
        params: { name: file.slice(0, -'.md'.length) },
        content: readFileSync(inRoot('decisions', file), 'utf8'),
      })),
}
