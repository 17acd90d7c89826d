import slugify from '@sindresorhus/slugify'

/** Text as the lower-case words of a URL: `Déjà vu!` is `deja-vu`. Empty when nothing can be written in ASCII. */
export function slug(text: string): string {
  return slugify(text, { decamelize: false })
}
