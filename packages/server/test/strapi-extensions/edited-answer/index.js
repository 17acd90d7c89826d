module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.use({
      resolversConfig: {
        'Query.tags': {
          middlewares: [
            async (next, parent, args, context, info) => {
              const res = await next(parent, args, context, info)
              res.nodes = res.nodes.filter((tag) => tag.weight % 2 === 1)
              for (const tag of res.nodes) tag.name = tag.name.toUpperCase()
              res.nodes.push({ id: 99, name: 'extra' })
              return res
            },
          ],
        },
        'Query.categories': {
          middlewares: [
            async (next, ...rest) => {
              const { nodes, info } = await next(...rest)
              return { nodes: nodes.map(({ id, name, description }) => ({ id, name: `${name}!`, description })), info }
            },
          ],
        },
        'Query.authors': {
          middlewares: [
            async (next, ...rest) => {
              const res = await next(...rest)
              return { ...res, info: { ...res.info, args: { ...res.info.args, filters: { country: 'UK' } } } }
            },
          ],
        },
        'Query.tag': {
          middlewares: [
            async (next, ...rest) => {
              const res = await next(...rest)
              const tag = await res.value
              return { ...res, value: tag && { ...tag, color: `not ${tag.color}` } }
            },
          ],
        },
        'Query.category': {
          middlewares: [
            async (next, ...rest) => {
              await next(...rest)
              return null
            },
          ],
        },
        'Query.author': { middlewares: [async (next, ...rest) => ({ ...(await next(...rest)), value: null })] },
        'Query.setting': {
          middlewares: [
            async (next, ...rest) => {
              const res = await next(...rest)
              const value = await res.value
              value.siteName = `${value.siteName} (edited)`
              return { value, info: res.info }
            },
          ],
        },
        'Article.tags': {
          middlewares: [
            async (next, ...rest) => {
              const res = await next(...rest)
              res.nodes = res.nodes.slice(0, 1).map((tag) => ({ ...tag, name: `<${tag.name}>` }))
              return res
            },
          ],
        },
        'Article.category': {
          middlewares: [
            async (next, ...rest) => {
              const res = await next(...rest)
              if (res.value) res.value.name = res.value.name.toLowerCase()
              return res
            },
          ],
        },
        'ArticleEntity.attributes': {
          middlewares: [
            async (next, ...rest) => {
              const article = await next(...rest)
              return { ...article, summary: article.title.length.toString() }
            },
          ],
        },
        'Mutation.createTag': {
          middlewares: [
            async (next, parent, args, ...rest) => {
              args.data.color ??= 'grey'
              const res = await next(parent, args, ...rest)
              const tag = await res.value
              return { ...res, value: { ...tag, name: `${tag.name} (${typeof tag.id} ${tag.weight})` } }
            },
          ],
        },
        'Mutation.deleteTag': {
          middlewares: [
            async (next, ...rest) => {
              const res = await next(...rest)
              const tag = await res.value
              tag.name += ' is gone'
              return { value: tag, info: res.info }
            },
          ],
        },
      },
    })
  },
}
