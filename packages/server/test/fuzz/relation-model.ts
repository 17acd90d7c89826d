export type Position = 'start' | 'end' | { readonly before: number } | { readonly after: number }

export interface Article {
  readonly id: number
  readonly title: string
  live: boolean
  tags: number[]
  category: number | null
}

/** The expected state of a service: articles with ordered tags, and categories that keep their articles in order. */
export class RelationModel {
  readonly articles = new Map<number, Article>()
  /** The articles of each tag, in the order in which they were connected. */
  readonly tags = new Map<number, number[]>()
  readonly categories = new Map<number, number[]>()

  createArticle(id: number, title: string, live: boolean, tags: readonly number[]): void {
    this.articles.set(id, { id, title, live, tags: [], category: null })
    this.setTags(id, tags)
  }

  deleteArticle(id: number): void {
    this.setTags(id, [])
    this.setCategory(id, null)
    this.articles.delete(id)
  }

  deleteTag(id: number): void {
    for (const article of this.articles.values()) article.tags = article.tags.filter((tag) => tag !== id)
    this.tags.delete(id)
  }

  setTags(id: number, tags: readonly number[]): void {
    const article = this.article(id)
    for (const gone of article.tags.filter((tag) => !tags.includes(tag))) this.#unlink(gone, id)
    for (const added of tags.filter((tag) => !article.tags.includes(tag))) this.tags.get(added)?.push(id)
    article.tags = [...tags]
  }

  /** Returns false and changes nothing when the anchor of the position is missing. */
  connectTag(id: number, tag: number, position: Position): boolean {
    const article = this.article(id)
    const others = article.tags.filter((other) => other !== tag)
    const at = placeIn(others, position)
    if (at === -1) return false
    this.setTags(id, others.toSpliced(at, 0, tag))
    return true
  }

  disconnectTag(id: number, tag: number): void {
    this.setTags(
      id,
      this.article(id).tags.filter((other) => other !== tag),
    )
  }

  setCategory(id: number, category: number | null): void {
    const article = this.article(id)
    if (article.category === category) return
    if (article.category !== null) {
      const list = this.categories.get(article.category) ?? []
      list.splice(list.indexOf(id), 1)
    }
    if (category !== null) this.categories.get(category)?.push(id)
    article.category = category
  }

  /** Replaces the articles of a category, and removes the new ones from their previous categories. */
  setCategoryArticles(category: number, ids: readonly number[]): void {
    for (const id of this.categories.get(category)?.slice() ?? []) if (!ids.includes(id)) this.setCategory(id, null)
    for (const id of ids) this.setCategory(id, category)
    this.categories.set(category, [...ids])
  }

  article(id: number): Article {
    const article = this.articles.get(id)
    if (!article) throw new Error(`There is no article ${id}`)
    return article
  }

  #unlink(tag: number, article: number): void {
    const list = this.tags.get(tag) ?? []
    list.splice(list.indexOf(article), 1)
  }
}

function placeIn(list: readonly number[], position: Position): number {
  if (position === 'start') return 0
  if (position === 'end') return list.length
  const at = list.indexOf('before' in position ? position.before : position.after)
  return at === -1 || 'before' in position ? at : at + 1
}
