export default ({ env }) => ({ name: env('SHOP_NAME'), limit: env.int('SHOP_LIMIT', 5) })
