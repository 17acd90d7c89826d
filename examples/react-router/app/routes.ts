import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/articles.tsx'),
  route('articles/:slug', 'routes/article.tsx'),
  route('sign-in', 'routes/sign-in.tsx'),
  route('sign-out', 'routes/sign-out.ts'),
  route('write', 'routes/write.tsx'),
  route('preview', 'routes/preview.ts'),
] satisfies RouteConfig
