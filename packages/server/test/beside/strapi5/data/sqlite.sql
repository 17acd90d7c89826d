-- A Strapi 5.54.0 database on SQLite: tables and rows without indexes and constraints.
CREATE TABLE "admin_users" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "firstname" varchar(255), "lastname" varchar(255), "username" varchar(255), "email" varchar(255), "password" varchar(255), "reset_password_token" varchar(255), "reset_password_token_expires_at" datetime, "registration_token" varchar(255), "is_active" boolean, "blocked" boolean, "prefered_language" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "admin_users" VALUES
(1, 'user00000000000000000001', 'Root', 'Admin', 'root', 'root@example.com', '$2a$10$A4c8jm6m/yR9xbcS1jZ9n.xZX/SXDpSaP0NbQcchA.4wN5D.9//dW', NULL, NULL, NULL, 1, 0, NULL, 1795779998073, 1795779998073, 1795779998073, NULL, NULL, NULL);
CREATE TABLE "articles" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "title" varchar(255), "slug" varchar(255), "code" varchar(255), "summary" TEXT, "body" TEXT, "kind" varchar(255), "contact_email" varchar(255), "secret" varchar(255), "internal_note" varchar(255), "publish_date" date, "publish_time" time, "event_at" datetime, "stamped_at" datetime, "rating" INTEGER, "views" bigint, "score" float, "price" float, "featured" boolean, "extra" json, "rich_blocks" json, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "articles" VALUES
(1, 'article00000000000000001', 'Alpha launch', 'alpha-launch', 'AA-1', 'First of all', '# Alpha', 'news', 'alpha@example.com', '$2a$10$UfApjMBSfXBt5PNDE0/uvebkisudjmLv.xjZHbBGSTsLS.LADdDwa', 'private alpha', '2024-02-29', '08:30:00.000', 1709287200000, 1709287200000, 7, 9007199254740993, 0.5, 12.5, 1, '{"a":1,"b":[1,2,{"c":null}],"s":"x"}', '[{"type":"paragraph","children":[{"type":"text","text":"Hello"}]}]', 1704070800000, 1704157200000, NULL, NULL, NULL, 'en'),
(10, 'article00000000000000004', 'Delta diner (edited)', 'delta-diner', 'BB-2', '100% sure_thing', 'd', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, NULL, 0, NULL, 1, 'just a string', NULL, 1704081600000, 1705723200000, NULL, NULL, NULL, 'en'),
(11, 'article00000000000000004', 'Delta diner', 'delta-diner', 'BB-2', '100% sure_thing', 'd', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, 0, NULL, 1, 'just a string', NULL, 1704081600000, 1704168000000, 1704859200000, NULL, NULL, 'en'),
(12, 'article00000000000000005', 'Écho étude', 'echo-etude', 'CC-1', 'ÉTÉ à la plage', 'e', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, -5, NULL, -3.14159, NULL, 5, NULL, 1704085200000, 1704171600000, NULL, NULL, NULL, 'en'),
(13, 'article00000000000000005', 'Écho étude', 'echo-etude', 'CC-1', 'ÉTÉ à la plage', 'e', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, -5, NULL, -3.14159, NULL, 5, NULL, 1704085200000, 1704171600000, 1704862800000, NULL, NULL, 'en'),
(14, 'article00000000000000006', 'Foxtrot draft', 'foxtrot-draft', 'CC-2', 'never published', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, 1, NULL, NULL, 1704088800000, 1704175200000, NULL, NULL, NULL, 'en'),
(15, 'article00000000000000007', 'Golf draft', 'golf-draft', NULL, 'another draft', NULL, 'review', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, NULL, NULL, NULL, 1704092400000, 1704178800000, NULL, NULL, NULL, 'en'),
(16, 'article00000000000000008', 'Hotel bare', 'hotel-bare', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1704096000000, 1704182400000, NULL, NULL, NULL, 'en'),
(17, 'article00000000000000008', 'Hotel bare', 'hotel-bare', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1704096000000, 1704182400000, 1704873600000, NULL, NULL, 'en'),
(19, 'article00000000000000009', 'India orphan', 'india-orphan', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 4, NULL, NULL, NULL, 0, NULL, NULL, 1704099600000, 1704186000000, 1704877200000, NULL, NULL, 'en'),
(20, 'article00000000000000010', 'Juliett en draft', 'juliett', NULL, NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 6, NULL, NULL, NULL, 0, NULL, NULL, 1704103200000, 1704189600000, NULL, NULL, NULL, 'en'),
(21, 'article00000000000000010', 'Juliette (modifiée)', 'juliette', NULL, 'publiée', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 6, NULL, NULL, NULL, 0, NULL, NULL, 1704105000000, 1705746600000, NULL, NULL, NULL, 'fr'),
(22, 'article00000000000000010', 'Juliette', 'juliette', NULL, 'publiée', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 6, NULL, NULL, NULL, 0, NULL, NULL, 1704105000000, 1704191400000, 1704882600000, NULL, NULL, 'fr'),
(23, 'article00000000000000001', 'Alpha launch', 'alpha-launch', 'AA-1', 'First of all', '# Alpha', 'news', 'alpha@example.com', '$2a$10$RHviFYNWlm3U.KnjxGIH9.6nST8xQzbV2qbNQGe9XDtgRv.U6IWCK', 'private alpha', '2024-02-29', '08:30:00.000', 1709287200000, 1709287200000, 7, 9007199254740992, 0.5, 12.5, 1, '{"a":1,"b":[1,2,{"c":null}],"s":"x"}', '[{"type":"paragraph","children":[{"type":"text","text":"Hello"}]}]', 1704070800000, 1704157200000, 1704848400000, NULL, NULL, 'en'),
(24, 'article00000000000000002', 'Bravo guide', 'bravo-guide', 'AA-2', 'second', 'b', 'review', 'bravo@example.com', '$2a$10$SwJRrcAcbIYeir5fL4XZ2.gtMS/wmOodrwyX2oML/mkmTrsExgzgS', 'private bravo', '2024-03-01', '23:59:59.999', 1709337600000, 1709337600000, 3, 42, 0.25, 99.99, 0, '["x","y"]', NULL, 1704074400000, 1704160800000, 1704852000000, NULL, NULL, 'en'),
(3, 'article00000000000000001', 'Lancement alpha', 'lancement-alpha', 'AA-1', 'Premier', '# Alpha fr', 'news', 'alpha@example.com', '$2a$10$KfYAomE8CWzdpaQZiCdZE.87yW4B7.i4pc0A2OLV2ZI1JIPndMT1e', 'private alpha', '2024-02-29', '08:30:00.000', 1709287200000, 1709287200000, 7, 9007199254740992, 0.5, 12.5, 1, '{"a":1,"b":[1,2,{"c":null}],"s":"x"}', '[{"type":"paragraph","children":[{"type":"text","text":"Hello"}]}]', 1704072600000, 1704159000000, NULL, NULL, NULL, 'fr'),
(4, 'article00000000000000001', 'Lancement alpha', 'lancement-alpha', 'AA-1', 'Premier', '# Alpha fr', 'news', 'alpha@example.com', '$2a$10$RHviFYNWlm3U.KnjxGIH9.6nST8xQzbV2qbNQGe9XDtgRv.U6IWCK', 'private alpha', '2024-02-29', '08:30:00.000', 1709287200000, 1709287200000, 7, 9007199254740992, 0.5, 12.5, 1, '{"a":1,"b":[1,2,{"c":null}],"s":"x"}', '[{"type":"paragraph","children":[{"type":"text","text":"Hello"}]}]', 1704072600000, 1704159000000, 1704850200000, NULL, NULL, 'fr'),
(5, 'article00000000000000002', 'Bravo guide', 'bravo-guide', 'AA-2', 'second', 'b', 'review', 'bravo@example.com', '$2a$10$CuOfeM/q02aogEfCLEXeJe9AZ9p9j6Y7dxOTOa1vYdMeVPV1NzTFS', 'private bravo', '2024-03-01', '23:59:59.999', 1709337600000, 1709337600000, 3, 42, 0.25, 99.99, 0, '["x","y"]', NULL, 1704074400000, 1704160800000, NULL, NULL, NULL, 'en'),
(7, 'article00000000000000002', 'Guide bravo', 'guide-bravo', 'AA-2', 'deuxième', 'b fr', 'review', 'bravo@example.com', '$2a$10$CuOfeM/q02aogEfCLEXeJe9AZ9p9j6Y7dxOTOa1vYdMeVPV1NzTFS', 'private bravo', '2024-03-01', '23:59:59.999', 1709337600000, 1709337600000, 3, 42, 0.25, 99.99, 0, '["x","y"]', NULL, 1704076200000, 1704162600000, NULL, NULL, NULL, 'fr'),
(8, 'article00000000000000003', 'charlie chef', 'charlie-chef', 'BB-1', NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10, 0, 1, 0, 0, NULL, NULL, 1704078000000, 1704164400000, NULL, NULL, NULL, 'en'),
(9, 'article00000000000000003', 'charlie chef', 'charlie-chef', 'BB-1', NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10, 0, 1, 0, 0, NULL, NULL, 1704078000000, 1704164400000, 1704855600000, NULL, NULL, 'en');
CREATE TABLE "articles_author_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "author_id" INTEGER, "article_ord" float);
INSERT INTO "articles_author_lnk" VALUES
(1, 1, 1, 1),
(10, 10, 3, 3),
(12, 12, 5, 1),
(13, 14, 1, 4),
(14, 15, 6, 1),
(17, 23, 8, 1),
(18, 4, 8, 2),
(19, 9, 8, 3),
(20, 24, 9, 1),
(21, 11, 9, 2),
(3, 3, 1, 2),
(5, 5, 3, 1),
(7, 7, 3, 2),
(8, 8, 1, 3);
CREATE TABLE "articles_category_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "category_id" INTEGER, "article_ord" float);
INSERT INTO "articles_category_lnk" VALUES
(1, 1, 1, 1),
(11, 11, 2, 4),
(12, 10, 3, 1),
(13, 12, 3, 2),
(14, 13, 3, 2),
(15, 14, 1, 4),
(16, 15, 3, 3),
(18, 19, 1, 5),
(19, 23, 1, 1),
(20, 24, 1, 3),
(3, 3, 1, 2),
(4, 4, 1, 2),
(5, 5, 1, 3),
(7, 7, 2, 1),
(8, 8, 2, 2),
(9, 9, 2, 3);
CREATE TABLE "articles_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "articles_cmps" VALUES
(1, 1, 1, 'shared.seo', 'seo', NULL),
(13, 3, 3, 'shared.seo', 'seo', NULL),
(14, 3, 10, 'shared.link', 'links', 1),
(15, 3, 11, 'shared.link', 'links', 2),
(16, 3, 5, 'blocks.quote', 'zone', 1),
(17, 3, 3, 'blocks.gallery', 'zone', 2),
(18, 3, 6, 'blocks.quote', 'zone', 3),
(2, 1, 2, 'shared.link', 'links', 1),
(3, 1, 3, 'shared.link', 'links', 2),
(33, 7, 8, 'shared.seo', 'seo', NULL),
(34, 5, 9, 'shared.seo', 'seo', 1),
(35, 23, 10, 'shared.seo', 'seo', NULL),
(36, 23, 22, 'shared.link', 'links', 1),
(37, 23, 23, 'shared.link', 'links', 2),
(38, 23, 11, 'blocks.quote', 'zone', 1),
(39, 23, 6, 'blocks.gallery', 'zone', 2),
(4, 1, 1, 'blocks.quote', 'zone', 1),
(40, 23, 12, 'blocks.quote', 'zone', 3),
(41, 4, 11, 'shared.seo', 'seo', 1),
(42, 4, 26, 'shared.link', 'links', 1),
(43, 4, 27, 'shared.link', 'links', 2),
(44, 4, 13, 'blocks.quote', 'zone', 1),
(45, 4, 7, 'blocks.gallery', 'zone', 2),
(46, 4, 14, 'blocks.quote', 'zone', 3),
(47, 24, 12, 'shared.seo', 'seo', NULL),
(5, 1, 1, 'blocks.gallery', 'zone', 2),
(6, 1, 2, 'blocks.quote', 'zone', 3);
CREATE TABLE "articles_detail_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "detail_id" INTEGER);
INSERT INTO "articles_detail_lnk" VALUES
(1, 1, 1),
(3, 5, 2),
(5, 23, 1),
(6, 24, 2);
CREATE TABLE "articles_main_tag_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER);
INSERT INTO "articles_main_tag_lnk" VALUES
(1, 1, 5),
(3, 5, 1),
(5, 23, 5),
(6, 24, 1);
CREATE TABLE "articles_memo_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "memo_id" INTEGER);
INSERT INTO "articles_memo_lnk" VALUES
(1, 1, 1),
(3, 23, 1);
CREATE TABLE "articles_owner_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "user_id" INTEGER);
INSERT INTO "articles_owner_lnk" VALUES
(1, 1, 1),
(3, 23, 1);
CREATE TABLE "articles_place_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "place_id" INTEGER, "article_ord" float);
INSERT INTO "articles_place_lnk" VALUES
(1, 1, 1, 1),
(3, 23, 1, 1);
CREATE TABLE "articles_related_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "inv_article_id" INTEGER, "article_ord" float);
INSERT INTO "articles_related_lnk" VALUES
(1, 1, 5, 1),
(2, 1, 15, 2),
(3, 23, 24, 1),
(4, 5, 1, 1),
(5, 24, 23, 1);
CREATE TABLE "articles_tags_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER, "tag_ord" float, "article_ord" float);
INSERT INTO "articles_tags_lnk" VALUES
(1, 1, 1, 1, 1),
(11, 7, 2, 1, 3),
(12, 8, 4, 1, 1),
(13, 8, 5, 2, 1),
(14, 8, 6, 3, 1),
(15, 9, 4, 1, 1),
(16, 9, 5, 2, 1),
(17, 9, 6, 3, 1),
(18, 10, 7, 1, 1),
(19, 12, 1, 1, 3),
(2, 1, 2, 2, 1),
(20, 12, 11, 2, 1),
(21, 13, 1, 1, 3),
(22, 13, 11, 2, 1),
(23, 14, 1, 1, 4),
(24, 14, 2, 2, 4),
(25, 15, 3, 1, 2),
(26, 23, 1, 1, 1),
(27, 23, 2, 2, 1),
(28, 23, 3, 3, 1),
(29, 24, 2, 1, 2),
(3, 1, 3, 3, 1),
(7, 3, 1, 1, 2),
(8, 4, 1, 1, 2),
(9, 5, 2, 1, 2);
CREATE TABLE "articles_way_tags_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER, "tag_ord" float);
INSERT INTO "articles_way_tags_lnk" VALUES
(1, 1, 3, 1),
(2, 1, 1, 2),
(5, 23, 3, 1),
(6, 23, 1, 2);
CREATE TABLE "authors" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "email" varchar(255), "country" varchar(255), "bio" TEXT, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "authors" VALUES
(1, 'author000000000000000001', 'Ada Archer', 'ada@example.com', 'FR', 'Writes code', 1704070800000, 1704157200000, NULL, NULL, NULL, NULL),
(3, 'author000000000000000002', 'Ben Baker', 'ben@example.com', 'DE', NULL, 1704074400000, 1704160800000, NULL, NULL, NULL, NULL),
(5, 'author000000000000000003', 'Cleo Draft', 'cleo@example.com', 'FR', 'Unpublished author', 1704078000000, 1704164400000, NULL, NULL, NULL, NULL),
(6, 'author000000000000000004', 'Dan Dune (edited)', NULL, NULL, 'edited bio', 1704081600000, 1705723200000, NULL, NULL, NULL, NULL),
(7, 'author000000000000000004', 'Dan Dune', NULL, NULL, NULL, 1704081600000, 1704168000000, 1704859200000, NULL, NULL, NULL),
(8, 'author000000000000000001', 'Ada Archer', 'ada@example.com', 'FR', 'Writes code', 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL),
(9, 'author000000000000000002', 'Ben Baker', 'ben@example.com', 'DE', NULL, 1704074400000, 1704160800000, 1704852000000, NULL, NULL, NULL);
CREATE TABLE "authors_favorite_lnk" ("id" INTEGER PRIMARY KEY, "author_id" INTEGER, "article_id" INTEGER);
INSERT INTO "authors_favorite_lnk" VALUES
(1, 1, 1),
(2, 8, 23),
(3, 3, 14);
CREATE TABLE "authors_home_lnk" ("id" INTEGER PRIMARY KEY, "author_id" INTEGER, "place_id" INTEGER);
INSERT INTO "authors_home_lnk" VALUES
(1, 1, 1),
(2, 8, 1);
CREATE TABLE "authors_mentor_lnk" ("id" INTEGER PRIMARY KEY, "author_id" INTEGER, "inv_author_id" INTEGER, "author_ord" float);
INSERT INTO "authors_mentor_lnk" VALUES
(1, 3, 1, 1),
(3, 5, 1, 2),
(5, 9, 8, 1);
CREATE TABLE "authors_topics_lnk" ("id" INTEGER PRIMARY KEY, "author_id" INTEGER, "tag_id" INTEGER, "tag_ord" float);
INSERT INTO "authors_topics_lnk" VALUES
(1, 1, 1, 1),
(2, 1, 2, 2),
(3, 8, 1, 1),
(4, 8, 2, 2);
CREATE TABLE "categories" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "description" TEXT, "rank" INTEGER, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "categories" VALUES
(1, 'category0000000000000001', 'Tech', 'Technology', 3, 1704070800000, 1704157200000, 1704848400000, 1, 1, NULL),
(2, 'category0000000000000002', 'Food', 'Eating & drinking', 1, 1704074400000, 1704160800000, 1704852000000, 1, 1, NULL),
(3, 'category0000000000000003', 'Travel', NULL, 2, 1704078000000, 1704164400000, 1704855600000, 1, 1, NULL),
(4, 'category0000000000000004', 'Empty', 'No articles', 3, 1704081600000, 1704168000000, 1704859200000, 1, 1, NULL);
CREATE TABLE "components_blocks_gallery" ("id" INTEGER PRIMARY KEY, "title" varchar(255));
INSERT INTO "components_blocks_gallery" VALUES
(1, 'Shots'),
(3, 'Shots'),
(6, 'Shots'),
(7, 'Shots');
CREATE TABLE "components_blocks_gallery_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "components_blocks_gallery_cmps" VALUES
(1, 1, 4, 'shared.link', 'links', 1),
(3, 3, 12, 'shared.link', 'links', 1),
(6, 6, 24, 'shared.link', 'links', 1),
(7, 7, 28, 'shared.link', 'links', 1);
CREATE TABLE "components_blocks_quote" ("id" INTEGER PRIMARY KEY, "text" TEXT, "stars" INTEGER);
INSERT INTO "components_blocks_quote" VALUES
(1, 'To be', 5),
(11, 'To be', 5),
(12, 'Draft said', 2),
(13, 'To be', 5),
(14, 'Draft said', 2),
(2, 'Draft said', 2),
(5, 'To be', 5),
(6, 'Draft said', 2);
CREATE TABLE "components_blocks_quote_author_lnk" ("id" INTEGER PRIMARY KEY, "quote_id" INTEGER, "author_id" INTEGER);
INSERT INTO "components_blocks_quote_author_lnk" VALUES
(1, 1, 1),
(2, 2, 5),
(4, 5, 1),
(7, 11, 8),
(8, 13, 8);
CREATE TABLE "components_shared_link" ("id" INTEGER PRIMARY KEY, "label" varchar(255), "url" varchar(255), "target" varchar(255), "hidden" varchar(255));
INSERT INTO "components_shared_link" VALUES
(1, 'canon', 'https://a.example', 'self', 'h1'),
(10, 'one', 'https://one.example', 'self', 'hide1'),
(11, 'two', 'https://two.example', 'blank', NULL),
(12, 'g1', 'https://g1.example', 'self', NULL),
(2, 'one', 'https://one.example', 'self', 'hide1'),
(21, 'canon', 'https://a.example', 'self', 'h1'),
(22, 'one', 'https://one.example', 'self', 'hide1'),
(23, 'two', 'https://two.example', 'blank', NULL),
(24, 'g1', 'https://g1.example', 'self', NULL),
(25, 'canon', 'https://a.example', 'self', 'h1'),
(26, 'one', 'https://one.example', 'self', 'hide1'),
(27, 'two', 'https://two.example', 'blank', NULL),
(28, 'g1', 'https://g1.example', 'self', NULL),
(3, 'two', 'https://two.example', 'blank', NULL),
(4, 'g1', 'https://g1.example', 'self', NULL),
(9, 'canon', 'https://a.example', 'self', 'h1');
CREATE TABLE "components_shared_seo" ("id" INTEGER PRIMARY KEY, "meta_title" varchar(255), "meta_description" TEXT, "no_index" boolean);
INSERT INTO "components_shared_seo" VALUES
(1, 'Alpha SEO', 'desc', 0),
(10, 'Alpha SEO', 'desc', 0),
(11, 'Alpha SEO', 'desc', 0),
(12, 'Bravo SEO', NULL, 0),
(13, 'Home SEO', NULL, 0),
(14, 'Home SEO', NULL, 0),
(3, 'Alpha SEO', 'desc', 0),
(8, 'Bravo SEO', NULL, 0),
(9, 'Bravo SEO', NULL, 0);
CREATE TABLE "components_shared_seo_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "components_shared_seo_cmps" VALUES
(1, 1, 1, 'shared.link', 'canonical', NULL),
(3, 3, 9, 'shared.link', 'canonical', NULL),
(6, 10, 21, 'shared.link', 'canonical', NULL),
(7, 11, 25, 'shared.link', 'canonical', NULL);
CREATE TABLE "details" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "note" varchar(255), "mode" varchar(255), "reason" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "details" VALUES
(1, 'detail000000000000000001', 'detail one', NULL, NULL, 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL),
(2, 'detail000000000000000002', 'detail two', 'loud', 'because', 1704074400000, 1704160800000, 1704852000000, NULL, NULL, NULL),
(3, 'detail000000000000000003', 'detail unattached', 'plain', NULL, 1704078000000, 1704164400000, 1704855600000, NULL, NULL, NULL);
CREATE TABLE "files" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "alternative_text" TEXT, "caption" TEXT, "focal_point" json, "width" INTEGER, "height" INTEGER, "formats" json, "hash" varchar(255), "ext" varchar(255), "mime" varchar(255), "size" float, "url" TEXT, "preview_url" TEXT, "provider" varchar(255), "provider_metadata" json, "folder_path" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "files" VALUES
(1, 'file00000000000000000001', 'wide.png', 'a wide picture', 'wide caption', NULL, 1200, 800, '{"thumbnail":{"name":"thumbnail_wide.png","hash":"thumbnail_wide_28e2f4bbe7","ext":".png","mime":"image/png","path":null,"width":234,"height":156,"size":0.89,"sizeInBytes":886,"url":"/uploads/thumbnail_wide_28e2f4bbe7.png"},"large":{"name":"large_wide.png","hash":"large_wide_28e2f4bbe7","ext":".png","mime":"image/png","path":null,"width":1000,"height":667,"size":10.72,"sizeInBytes":10715,"url":"/uploads/large_wide_28e2f4bbe7.png"},"medium":{"name":"medium_wide.png","hash":"medium_wide_28e2f4bbe7","ext":".png","mime":"image/png","path":null,"width":750,"height":500,"size":6.4,"sizeInBytes":6395,"url":"/uploads/medium_wide_28e2f4bbe7.png"},"small":{"name":"small_wide.png","hash":"small_wide_28e2f4bbe7","ext":".png","mime":"image/png","path":null,"width":500,"height":333,"size":3.06,"sizeInBytes":3057,"url":"/uploads/small_wide_28e2f4bbe7.png"}}', 'wide_28e2f4bbe7', '.png', 'image/png', 1.05, '/uploads/wide_28e2f4bbe7.png', NULL, 'local', NULL, '/', 1795780001769, 1795780001769, 1795780001773, NULL, NULL, NULL),
(2, 'file00000000000000000002', 'small.png', NULL, NULL, NULL, 300, 200, '{"thumbnail":{"name":"thumbnail_small.png","hash":"thumbnail_small_b27a10b99a","ext":".png","mime":"image/png","path":null,"width":234,"height":156,"size":0.89,"sizeInBytes":885,"url":"/uploads/thumbnail_small_b27a10b99a.png"}}', 'small_b27a10b99a', '.png', 'image/png', 0.17, '/uploads/small_b27a10b99a.png', NULL, 'local', NULL, '/', 1795780001852, 1795780001852, 1795780001853, NULL, NULL, NULL),
(3, 'file00000000000000000003', 'avatar.png', 'avatar', NULL, NULL, 64, 64, NULL, 'avatar_92342e25ff', '.png', 'image/png', 0.12, '/uploads/avatar_92342e25ff.png', NULL, 'local', NULL, '/', 1795780001890, 1795780001890, 1795780001890, NULL, NULL, NULL);
CREATE TABLE "files_folder_lnk" ("id" INTEGER PRIMARY KEY, "file_id" INTEGER, "folder_id" INTEGER, "file_ord" float);
CREATE TABLE "files_related_mph" ("id" INTEGER PRIMARY KEY, "file_id" INTEGER, "related_id" INTEGER, "related_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "files_related_mph" VALUES
(1, 3, 1, 'api::author.author', 'avatar', 1),
(15, 2, 3, 'shared.seo', 'metaImage', 1),
(16, 1, 3, 'blocks.gallery', 'images', 1),
(17, 2, 3, 'blocks.gallery', 'images', 2),
(18, 1, 3, 'api::article.article', 'cover', 1),
(19, 2, 3, 'api::article.article', 'attachments', 1),
(20, 1, 3, 'api::article.article', 'attachments', 2),
(3, 2, 1, 'shared.seo', 'metaImage', 1),
(35, 2, 7, 'api::article.article', 'cover', 1),
(36, 2, 5, 'api::article.article', 'cover', 1),
(37, 1, 14, 'api::article.article', 'cover', 1),
(38, 2, 10, 'shared.seo', 'metaImage', 1),
(39, 1, 6, 'blocks.gallery', 'images', 1),
(4, 1, 1, 'blocks.gallery', 'images', 1),
(40, 2, 6, 'blocks.gallery', 'images', 2),
(41, 1, 23, 'api::article.article', 'cover', 1),
(42, 2, 23, 'api::article.article', 'attachments', 1),
(43, 1, 23, 'api::article.article', 'attachments', 2),
(44, 2, 11, 'shared.seo', 'metaImage', 1),
(45, 1, 7, 'blocks.gallery', 'images', 1),
(46, 2, 7, 'blocks.gallery', 'images', 2),
(47, 1, 4, 'api::article.article', 'cover', 1),
(48, 2, 4, 'api::article.article', 'attachments', 1),
(49, 1, 4, 'api::article.article', 'attachments', 2),
(5, 2, 1, 'blocks.gallery', 'images', 2),
(50, 2, 24, 'api::article.article', 'cover', 1),
(51, 3, 8, 'api::author.author', 'avatar', 1),
(52, 1, 13, 'shared.seo', 'metaImage', 1),
(53, 1, 14, 'shared.seo', 'metaImage', 1),
(6, 1, 1, 'api::article.article', 'cover', 1),
(7, 2, 1, 'api::article.article', 'attachments', 1),
(8, 1, 1, 'api::article.article', 'attachments', 2);
CREATE TABLE "homepages" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "headline" varchar(255), "intro" TEXT, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "homepages" VALUES
(1, 'homepage0000000000000001', 'Welcome', 'Intro en', 1704070800000, 1704157200000, NULL, NULL, NULL, 'en'),
(2, 'homepage0000000000000001', 'Welcome', 'Intro en', 1704070800000, 1704157200000, 1704848400000, NULL, NULL, 'en'),
(3, 'homepage0000000000000001', 'Bienvenue', 'Intro fr', 1704072600000, 1704159000000, NULL, NULL, NULL, 'fr'),
(4, 'homepage0000000000000001', 'Bienvenue', 'Intro fr', 1704072600000, 1704159000000, 1704850200000, NULL, NULL, 'fr');
CREATE TABLE "homepages_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "homepages_cmps" VALUES
(1, 1, 13, 'shared.seo', 'seo', NULL),
(2, 2, 14, 'shared.seo', 'seo', NULL);
CREATE TABLE "homepages_featured_lnk" ("id" INTEGER PRIMARY KEY, "homepage_id" INTEGER, "article_id" INTEGER, "article_ord" float);
INSERT INTO "homepages_featured_lnk" VALUES
(1, 1, 5, 1),
(2, 1, 1, 2),
(3, 2, 24, 1),
(4, 2, 23, 2),
(5, 3, 3, 1),
(6, 4, 4, 1);
CREATE TABLE "i18n_locale" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "code" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "i18n_locale" VALUES
(1, 'localez00000000000000001', 'English (en)', 'en', 1795779984694, 1795779984694, 1795779984703, NULL, NULL, NULL),
(2, 'locale000000000000000001', 'French (fr)', 'fr', 1795779997455, 1795779997455, 1795779997456, NULL, NULL, NULL);
CREATE TABLE "memos" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "text" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "memos" VALUES
(1, 'memo00000000000000000001', 'top secret', 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL),
(2, 'memo00000000000000000002', 'other secret', 1704074400000, 1704160800000, 1704852000000, NULL, NULL, NULL);
CREATE TABLE "menu_items" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "label" varchar(255), "url" varchar(255), "position" INTEGER, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "menu_items" VALUES
(1, 'menuitem0000000000000001', 'Home', '/', 1, 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL),
(2, 'menuitem0000000000000002', 'Docs', '/docs', 2, 1704074400000, 1704160800000, 1704852000000, NULL, NULL, NULL),
(3, 'menuitem0000000000000003', 'API', '/docs/api', 1, 1704078000000, 1704164400000, 1704855600000, NULL, NULL, NULL),
(4, 'menuitem0000000000000004', 'REST', '/docs/api/rest', 1, 1704081600000, 1704168000000, 1704859200000, NULL, NULL, NULL),
(5, 'menuitem0000000000000005', 'Filters', '/docs/api/rest/filters', 1, 1704085200000, 1704171600000, 1704862800000, NULL, NULL, NULL),
(6, 'menuitem0000000000000006', 'GraphQL', '/docs/api/graphql', 2, 1704088800000, 1704175200000, 1704866400000, NULL, NULL, NULL);
CREATE TABLE "menu_items_parent_lnk" ("id" INTEGER PRIMARY KEY, "menu_item_id" INTEGER, "inv_menu_item_id" INTEGER, "menu_item_ord" float);
INSERT INTO "menu_items_parent_lnk" VALUES
(1, 3, 2, 1),
(2, 4, 3, 1),
(3, 5, 4, 1),
(4, 6, 3, 2);
CREATE TABLE "notes" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "text" varchar(255), "target_id" INTEGER, "target_type" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "notes" VALUES
(1, 'note00000000000000000001', 'about alpha and tech', 23, 'api::article.article', 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL);
CREATE TABLE "notes_subjects_mph" ("id" INTEGER PRIMARY KEY, "note_id" INTEGER, "subjects_id" INTEGER, "subjects_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "notes_subjects_mph" VALUES
(1, 1, 23, 'api::article.article', NULL, 1),
(2, 1, 1, 'api::category.category', NULL, 2);
CREATE TABLE "places" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "zip" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "places" VALUES
(1, 'place0000000000000000001', 'Paris', '75000', 1704070800000, 1704157200000, 1704848400000, NULL, NULL, 'en'),
(2, 'place0000000000000000001', 'Paris (fr)', '75000', 1704072600000, 1704159000000, 1704850200000, NULL, NULL, 'fr'),
(3, 'place0000000000000000002', 'London', 'SW1', 1704074400000, 1704160800000, 1704852000000, NULL, NULL, 'en'),
(4, 'place0000000000000000002', 'Londres', 'SW1', 1704076200000, 1704162600000, 1704853800000, NULL, NULL, 'fr'),
(5, 'place0000000000000000003', 'Berlin', '10115', 1704078000000, 1704164400000, 1704855600000, NULL, NULL, 'en');
CREATE TABLE "places_people_lnk" ("id" INTEGER PRIMARY KEY, "place_id" INTEGER, "author_id" INTEGER, "author_ord" float);
INSERT INTO "places_people_lnk" VALUES
(1, 1, 1, 1),
(2, 1, 8, 2),
(3, 2, 1, 1),
(4, 2, 8, 2);
CREATE TABLE "places_star_lnk" ("id" INTEGER PRIMARY KEY, "place_id" INTEGER, "article_id" INTEGER);
INSERT INTO "places_star_lnk" VALUES
(1, 1, 1),
(2, 1, 23),
(3, 3, 10),
(4, 3, 11),
(5, 5, 14);
CREATE TABLE "places_topic_lnk" ("id" INTEGER PRIMARY KEY, "place_id" INTEGER, "tag_id" INTEGER);
INSERT INTO "places_topic_lnk" VALUES
(1, 1, 1),
(2, 2, 1),
(3, 3, 2),
(4, 4, 4),
(5, 5, 3);
CREATE TABLE "places_twin_lnk" ("id" INTEGER PRIMARY KEY, "place_id" INTEGER, "inv_place_id" INTEGER);
INSERT INTO "places_twin_lnk" VALUES
(1, 3, 1),
(2, 1, 3);
CREATE TABLE "settings" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "site_name" varchar(255), "maintenance" boolean, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "settings" VALUES
(1, 'setting00000000000000001', 'Oracle', 0, 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL);
CREATE TABLE "specimens" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "str" varchar(255), "txt" TEXT, "rich" TEXT, "enm" varchar(255), "mail" varchar(255), "pass" varchar(255), "uid" varchar(255), "priv" varchar(255), "day" date, "tod" time, "at" datetime, "stamp" datetime, "int" INTEGER, "big" bigint, "flt" float, "dec" float, "flag" boolean, "obj" json, "blk" json, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "specimens" VALUES
(1, 'specimen0000000000000001', 'Alpha', 'alpha text', '**a**', 'alpha', 'a@x.io', '$2a$10$CwhtmfJzUx4wPu/HC7T5TOpC4/pbu9ebFDzSOEyHwMu2jgUEmrQTS', 'alpha', 'p1', '2024-01-01', '00:00:00.000', 1704067200000, 1704067200000, 1, 1, 1.5, 1.25, 1, '{"k":1}', NULL, 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL),
(10, 'specimen0000000000000010', 'true', '123', NULL, NULL, NULL, NULL, 'boolish', NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1704103200000, 1704189600000, 1704880800000, NULL, NULL, NULL),
(11, 'specimen0000000000000011', 'O''Hara "q" \ back', 'emoji 😀 日本', NULL, NULL, NULL, NULL, 'quotes', NULL, NULL, NULL, NULL, NULL, 100, NULL, NULL, NULL, NULL, NULL, NULL, 1704106800000, 1704193200000, 1704884400000, NULL, NULL, NULL),
(12, 'specimen0000000000000012', 'z,comma', 'x,y', NULL, NULL, NULL, NULL, 'comma', NULL, NULL, NULL, NULL, NULL, 7, NULL, NULL, NULL, NULL, NULL, NULL, 1704110400000, 1704196800000, 1704888000000, NULL, NULL, NULL),
(2, 'specimen0000000000000002', 'alpha', 'ALPHA TEXT', '**b**', 'beta', 'b@x.io', '$2a$10$XX10QmU7P7p9aqoaCQ.uoeDbr1pWMfKCuk2IpjG4.SG14tlDzZtJO', 'alpha-2', 'p2', '2024-06-15', '12:34:56.789', 1718454896789, 1718454896789, 2, 9223372036854775807, -0.1, 1234567890.12, 0, '[1,"two",null]', NULL, 1704074400000, 1704160800000, 1704852000000, NULL, NULL, NULL),
(3, 'specimen0000000000000003', 'ALPHA%100', '100% of it', NULL, 'gamma', NULL, NULL, 'pct', NULL, '2023-12-31', '23:59:59.999', 1704067199999, 1704067199999, -3, -9223372036854775808, 3, 0.1, 0, 'str', NULL, 1704078000000, 1704164400000, 1704855600000, NULL, NULL, NULL),
(4, 'specimen0000000000000004', 'alpha_under', 'a_b', NULL, NULL, NULL, NULL, 'under', NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 1, 0, NULL, 1704081600000, 1704168000000, 1704859200000, NULL, NULL, NULL),
(5, 'specimen0000000000000005', 'Été', 'école', NULL, NULL, NULL, NULL, 'ete', NULL, NULL, NULL, NULL, NULL, 10, 10, 10.25, 10.005, NULL, 1, '[{"type":"paragraph","children":[{"type":"text","text":"bk"}]}]', 1704085200000, 1704171600000, 1704862800000, NULL, NULL, NULL),
(6, 'specimen0000000000000006', 'ÉTÉ', 'ÉCOLE', NULL, NULL, NULL, NULL, 'ete-2', NULL, NULL, NULL, NULL, NULL, 10, 9007199254740993, 0.30000000000000004, 99999999.99, NULL, '{}', NULL, 1704088800000, 1704175200000, 1704866400000, NULL, NULL, NULL),
(7, 'specimen0000000000000007', '', '', NULL, NULL, NULL, NULL, 'empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1704092400000, 1704178800000, 1704870000000, NULL, NULL, NULL),
(8, 'specimen0000000000000008', NULL, NULL, NULL, NULL, NULL, NULL, 'nulls', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1704096000000, 1704182400000, 1704873600000, NULL, NULL, NULL),
(9, 'specimen0000000000000009', '  padded  ', 'null', NULL, NULL, NULL, NULL, 'padded', NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, NULL, NULL, NULL, 1704099600000, 1704186000000, 1704877200000, NULL, NULL, NULL);
CREATE TABLE "strapi_api_token_permissions" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "action" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "strapi_api_token_permissions" VALUES
(1, 'apitokenpermis0000000001', 'api::article.article.find', 1795780000828, 1795780000828, 1795780000828, NULL, NULL, NULL),
(2, 'apitokenpermis0000000002', 'api::article.article.findOne', 1795780000867, 1795780000867, 1795780000867, NULL, NULL, NULL),
(3, 'apitokenpermis0000000003', 'api::article.article.create', 1795780000899, 1795780000899, 1795780000899, NULL, NULL, NULL),
(4, 'apitokenpermis0000000004', 'api::category.category.find', 1795780000925, 1795780000925, 1795780000925, NULL, NULL, NULL);
CREATE TABLE "strapi_api_token_permissions_token_lnk" ("id" INTEGER PRIMARY KEY, "api_token_permission_id" INTEGER, "api_token_id" INTEGER, "api_token_permission_ord" float);
INSERT INTO "strapi_api_token_permissions_token_lnk" VALUES
(1, 1, 5, 1),
(2, 2, 5, 2),
(3, 3, 5, 3),
(4, 4, 5, 4);
CREATE TABLE "strapi_api_tokens" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "description" varchar(255), "kind" varchar(255), "type" varchar(255), "access_key" varchar(255), "encrypted_key" TEXT, "last_used_at" datetime, "expires_at" datetime, "lifespan" bigint, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "strapi_api_tokens" VALUES
(1, 'hledzzlg37my9oi0x883he2s', 'Read Only', 'A default API token with read-only permissions, only used for accessing resources', 'content-api', 'read-only', 'e2958643fce193bc04b53ae6b723a4dcb32bb37341749f1c992730d032cfff539ff91e57232fd152afa2a62dcad2f750db54f92cf9db2343fba47d14dc4dbd30', 'v1:1008e884984f1f1bbd175d5b22a821ad:87258824844c87c768acf710272d19e4ea04d8f0a43eb9f5808d648482385ca5388085fd970dc848d24ac3d6f31e62a3865e83c9a777b46d98e7c848ff4e509efc060a5884a147870f08c2b590eee61e018a61f57a1e498b1842ef8b16d0ef97efe99cca7f1a6d7ceda5e0fbb649c77ac1f6ab4a522a4005f5d3035b9dbb5064c6a006c97f85723fa34f2f8a26b09056486ff99287d81a8230e54db1d1e5cf9042187a6c381e3c459815752937d16b9e66c030c2257e8e233ed9b3ac75a893b595f5d0932c0a90301c7704a56c1031210bfcba28bd04551b8a8aa63f47df28409b3d1d68db64e5ed795ff9554df699a5d855a8d1c7b86c3e58a10e1dfd58110a:825658a7b18cb480dd9b0a7ca4732e16', NULL, NULL, NULL, 1795779997028, 1795779997028, 1795779997029, NULL, NULL, NULL),
(2, 'z0p2uqg32vpsfs3a5d9rxqmb', 'Full Access', 'A default API token with full access permissions, used for accessing or modifying resources', 'content-api', 'full-access', '302eab0ac6b29b80baf5524b0ba49204acca0a0a0d3e46f8f1a480d0cf278c9e74d4b875a0d2e8b329d8eea4f44214b0d27ed2e880eaae59d88121098bfe2cdd', 'v1:37444ccc579e5a7c2214517f65b5f5f2:c1ddd5e7d3e96a42fef5eb1fbad2400d9b59cc4f01394016ef970c1070414745127cfea384e9f20b6efef5e99c2dcc3dba8296460b98672fc3e3dda882ff1ec40a2c26417c7ec154182c744746c1f7f878499cecd999ee6ef748a76f193af8383e6f9c14050f83a8157d91b09ab5d4b004dd0a6485c6ab8a54bf4be40804323e0220bc73dbaef76ebbdc06e436f71068a86e4db0a5212681308488afdff0c8e58788313c6981a36f2d1853eb9c6d6f100886ac59ba641968dc369b8e66acf848e4147937edcd79a61fb924ba3a0fadc2f68c8432b2b94774ce91df363ccbae573754e91392deb8d5d62e55748c07cd96d2b5e87805eb8fbb4fc57493c9bcb6bb:6e4238d29594bd325bd0c19ad34d3e96', NULL, NULL, NULL, 1795779997057, 1795779997057, 1795779997057, NULL, NULL, NULL),
(3, 'apitoken0000000000000001', 'full', '', 'content-api', 'full-access', '0b3b46667c45cf8bbd1b5bc101faead8cc7efbb5b55d985cbb78405053de6905db09ebe0293ec1db53fa245cd26967ef42a210fb57157e54385458dae299e5d4', NULL, 1795780166194, NULL, NULL, 1795780000781, 1795780166194, 1795780000781, NULL, NULL, NULL),
(4, 'apitoken0000000000000002', 'read', '', 'content-api', 'read-only', 'aab4bf3246c232b8b1bd740600099abc6ec5235e74271c31518ab50362901998f5f5778e991a8c3d35eb72af2eb66ced77c7ee5e89115bf5e7c5b16a75d08bd6', NULL, 1795780170028, NULL, NULL, 1795780000789, 1795780170028, 1795780000789, NULL, NULL, NULL),
(5, 'apitoken0000000000000003', 'custom', '', 'content-api', 'custom', '0c7a464f5de377da46f18e723796d507de01b6d2e12cf4b982b8a37f35fd460aa9c3c9f259cd7ae3272c700afdda329ccdd032450f39c3220f992e2ee610bcf9', NULL, 1795780168560, NULL, NULL, 1795780000808, 1795780168560, 1795780000808, NULL, NULL, NULL),
(6, 'apitoken0000000000000004', 'expired', '', 'content-api', 'full-access', '6a47a7c371aa646343dbd2557c8f69e9fd3b68b0bdf39f9f64a404c66abccc319b18d5729de5980638ae36db4367a607b78d8ccf8762b6a1b993167eaf6b988c', NULL, NULL, 1577836800000, 86400000, 1795780000935, 1795780000935, 1795780000936, NULL, NULL, NULL);
CREATE TABLE "strapi_api_tokens_admin_user_owner_lnk" ("id" INTEGER PRIMARY KEY, "api_token_id" INTEGER, "user_id" INTEGER, "api_token_ord" float);
CREATE TABLE "strapi_core_store_settings" ("id" INTEGER PRIMARY KEY, "key" varchar(255), "value" TEXT, "type" varchar(255), "environment" varchar(255), "tag" varchar(255));
INSERT INTO "strapi_core_store_settings" VALUES
(2, 'strapi_content_types_schema', '{"plugin::upload.file":{"collectionName":"files","info":{"singularName":"file","pluralName":"files","displayName":"File","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","configurable":false,"required":true},"alternativeText":{"type":"text","configurable":false},"caption":{"type":"text","configurable":false},"focalPoint":{"type":"json","configurable":false},"width":{"type":"integer","configurable":false},"height":{"type":"integer","configurable":false},"formats":{"type":"json","configurable":false},"hash":{"type":"string","configurable":false,"required":true},"ext":{"type":"string","configurable":false},"mime":{"type":"string","configurable":false,"required":true},"size":{"type":"decimal","configurable":false,"required":true},"url":{"type":"text","configurable":false,"required":true},"previewUrl":{"type":"text","configurable":false},"provider":{"type":"string","configurable":false,"required":true},"provider_metadata":{"type":"json","configurable":false},"related":{"type":"relation","relation":"morphToMany","configurable":false},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files","private":true},"folderPath":{"type":"string","minLength":1,"required":true,"private":true,"searchable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"files"}}},"indexes":[{"name":"upload_files_folder_path_index","columns":["folder_path"],"type":null},{"name":"upload_files_created_at_index","columns":["created_at"],"type":null},{"name":"upload_files_updated_at_index","columns":["updated_at"],"type":null},{"name":"upload_files_name_index","columns":["name"],"type":null},{"name":"upload_files_size_index","columns":["size"],"type":null},{"name":"upload_files_ext_index","columns":["ext"],"type":null}],"plugin":"upload","globalId":"UploadFile","uid":"plugin::upload.file","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"files","info":{"singularName":"file","pluralName":"files","displayName":"File","description":""},"options":{},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","configurable":false,"required":true},"alternativeText":{"type":"text","configurable":false},"caption":{"type":"text","configurable":false},"focalPoint":{"type":"json","configurable":false},"width":{"type":"integer","configurable":false},"height":{"type":"integer","configurable":false},"formats":{"type":"json","configurable":false},"hash":{"type":"string","configurable":false,"required":true},"ext":{"type":"string","configurable":false},"mime":{"type":"string","configurable":false,"required":true},"size":{"type":"decimal","configurable":false,"required":true},"url":{"type":"text","configurable":false,"required":true},"previewUrl":{"type":"text","configurable":false},"provider":{"type":"string","configurable":false,"required":true},"provider_metadata":{"type":"json","configurable":false},"related":{"type":"relation","relation":"morphToMany","configurable":false},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files","private":true},"folderPath":{"type":"string","minLength":1,"required":true,"private":true,"searchable":false}},"indexes":[{"name":"upload_files_folder_path_index","columns":["folder_path"],"type":null},{"name":"upload_files_created_at_index","columns":["created_at"],"type":null},{"name":"upload_files_updated_at_index","columns":["updated_at"],"type":null},{"name":"upload_files_name_index","columns":["name"],"type":null},{"name":"upload_files_size_index","columns":["size"],"type":null},{"name":"upload_files_ext_index","columns":["ext"],"type":null}],"kind":"collectionType"},"modelName":"file"},"plugin::upload.folder":{"collectionName":"upload_folders","info":{"singularName":"folder","pluralName":"folders","displayName":"Folder"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":1,"required":true},"pathId":{"type":"integer","unique":true,"required":true},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string","minLength":1,"required":true},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"upload_folders"}}},"indexes":[{"name":"upload_folders_path_id_index","columns":["path_id"],"type":"unique"},{"name":"upload_folders_path_index","columns":["path"],"type":"unique"}],"plugin":"upload","globalId":"UploadFolder","uid":"plugin::upload.folder","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"upload_folders","info":{"singularName":"folder","pluralName":"folders","displayName":"Folder"},"options":{},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":1,"required":true},"pathId":{"type":"integer","unique":true,"required":true},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string","minLength":1,"required":true}},"indexes":[{"name":"upload_folders_path_id_index","columns":["path_id"],"type":"unique"},{"name":"upload_folders_path_index","columns":["path"],"type":"unique"}],"kind":"collectionType"},"modelName":"folder"},"plugin::i18n.locale":{"info":{"singularName":"locale","pluralName":"locales","collectionName":"locales","displayName":"Locale","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","min":1,"max":50,"configurable":false},"code":{"type":"string","unique":true,"configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::i18n.locale","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"i18n_locale"}}},"plugin":"i18n","collectionName":"i18n_locale","globalId":"I18NLocale","uid":"plugin::i18n.locale","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"i18n_locale","info":{"singularName":"locale","pluralName":"locales","collectionName":"locales","displayName":"Locale","description":""},"options":{},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","min":1,"max":50,"configurable":false},"code":{"type":"string","unique":true,"configurable":false}},"kind":"collectionType"},"modelName":"locale"},"plugin::users-permissions.permission":{"collectionName":"up_permissions","info":{"name":"permission","description":"","singularName":"permission","pluralName":"permissions","displayName":"Permission"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"action":{"type":"string","required":true,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions","configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"up_permissions"}}},"plugin":"users-permissions","globalId":"UsersPermissionsPermission","uid":"plugin::users-permissions.permission","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"up_permissions","info":{"name":"permission","description":"","singularName":"permission","pluralName":"permissions","displayName":"Permission"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"action":{"type":"string","required":true,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions","configurable":false}},"kind":"collectionType"},"modelName":"permission","options":{"draftAndPublish":false}},"plugin::users-permissions.role":{"collectionName":"up_roles","info":{"name":"role","description":"","singularName":"role","pluralName":"roles","displayName":"Role"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":3,"required":true,"configurable":false},"description":{"type":"string","configurable":false},"type":{"type":"string","unique":true,"configurable":false},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role","configurable":false},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role","configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.role","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"up_roles"}}},"plugin":"users-permissions","globalId":"UsersPermissionsRole","uid":"plugin::users-permissions.role","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"up_roles","info":{"name":"role","description":"","singularName":"role","pluralName":"roles","displayName":"Role"},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string","minLength":3,"required":true,"configurable":false},"description":{"type":"string","configurable":false},"type":{"type":"string","unique":true,"configurable":false},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role","configurable":false},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role","configurable":false}},"kind":"collectionType"},"modelName":"role","options":{"draftAndPublish":false}},"plugin::users-permissions.user":{"collectionName":"up_users","info":{"name":"user","description":"","singularName":"user","pluralName":"users","displayName":"User"},"options":{"timestamps":true,"draftAndPublish":false},"attributes":{"username":{"type":"string","minLength":3,"unique":true,"configurable":false,"required":true},"email":{"type":"email","minLength":6,"configurable":false,"required":true},"provider":{"type":"string","configurable":false},"password":{"type":"password","minLength":6,"configurable":false,"private":true,"searchable":false},"resetPasswordToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmationToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmed":{"type":"boolean","default":false,"configurable":false},"blocked":{"type":"boolean","default":false,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users","configurable":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"up_users"}}},"config":{"attributes":{"resetPasswordToken":{"hidden":true},"confirmationToken":{"hidden":true},"provider":{"hidden":true}}},"plugin":"users-permissions","globalId":"UsersPermissionsUser","uid":"plugin::users-permissions.user","modelType":"contentType","kind":"collectionType","__schema__":{"collectionName":"up_users","info":{"name":"user","description":"","singularName":"user","pluralName":"users","displayName":"User"},"options":{"timestamps":true},"attributes":{"username":{"type":"string","minLength":3,"unique":true,"configurable":false,"required":true},"email":{"type":"email","minLength":6,"configurable":false,"required":true},"provider":{"type":"string","configurable":false},"password":{"type":"password","minLength":6,"configurable":false,"private":true,"searchable":false},"resetPasswordToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmationToken":{"type":"string","configurable":false,"private":true,"searchable":false},"confirmed":{"type":"boolean","default":false,"configurable":false},"blocked":{"type":"boolean","default":false,"configurable":false},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users","configurable":false}},"kind":"collectionType"},"modelName":"user"},"api::article.article":{"kind":"collectionType","collectionName":"articles","info":{"singularName":"article","pluralName":"articles","displayName":"Article","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"title":{"type":"string","required":true,"minLength":3,"maxLength":60,"pluginOptions":{"i18n":{"localized":true}}},"slug":{"type":"uid","targetField":"title"},"code":{"type":"string","unique":true,"regex":"^[A-Z]{2}-[0-9]+$"},"summary":{"type":"text","maxLength":200,"pluginOptions":{"i18n":{"localized":true}}},"body":{"type":"richtext","pluginOptions":{"i18n":{"localized":true}}},"kind":{"type":"enumeration","enum":["news","opinion","review"],"default":"news"},"contactEmail":{"type":"email"},"secret":{"type":"password","minLength":6},"internalNote":{"type":"string","private":true},"publishDate":{"type":"date"},"publishTime":{"type":"time"},"eventAt":{"type":"datetime"},"stampedAt":{"type":"timestamp"},"rating":{"type":"integer","min":1,"max":10,"default":5},"views":{"type":"biginteger"},"score":{"type":"float","min":0,"max":1},"price":{"type":"decimal"},"featured":{"type":"boolean","default":false},"extra":{"type":"json"},"richBlocks":{"type":"blocks"},"cover":{"type":"media","multiple":false,"required":false,"allowedTypes":["images"]},"attachments":{"type":"media","multiple":true,"required":false,"allowedTypes":["images","files","videos","audios"]},"seo":{"type":"component","repeatable":false,"component":"shared.seo"},"links":{"type":"component","repeatable":true,"component":"shared.link","max":4},"zone":{"type":"dynamiczone","components":["blocks.quote","blocks.gallery"],"max":5},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"detail":{"type":"relation","relation":"oneToOne","target":"api::detail.detail","inversedBy":"article"},"mainTag":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"wayTags":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"related":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"memo":{"type":"relation","relation":"oneToOne","target":"api::memo.memo"},"owner":{"type":"relation","relation":"oneToOne","target":"plugin::users-permissions.user"},"place":{"type":"relation","relation":"manyToOne","target":"api::place.place","inversedBy":"articles"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":false,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::article.article","writable":false,"private":false,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"articles"}}},"apiName":"article","globalId":"Article","uid":"api::article.article","modelType":"contentType","__schema__":{"collectionName":"articles","info":{"singularName":"article","pluralName":"articles","displayName":"Article","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"title":{"type":"string","required":true,"minLength":3,"maxLength":60,"pluginOptions":{"i18n":{"localized":true}}},"slug":{"type":"uid","targetField":"title"},"code":{"type":"string","unique":true,"regex":"^[A-Z]{2}-[0-9]+$"},"summary":{"type":"text","maxLength":200,"pluginOptions":{"i18n":{"localized":true}}},"body":{"type":"richtext","pluginOptions":{"i18n":{"localized":true}}},"kind":{"type":"enumeration","enum":["news","opinion","review"],"default":"news"},"contactEmail":{"type":"email"},"secret":{"type":"password","minLength":6},"internalNote":{"type":"string","private":true},"publishDate":{"type":"date"},"publishTime":{"type":"time"},"eventAt":{"type":"datetime"},"stampedAt":{"type":"timestamp"},"rating":{"type":"integer","min":1,"max":10,"default":5},"views":{"type":"biginteger"},"score":{"type":"float","min":0,"max":1},"price":{"type":"decimal"},"featured":{"type":"boolean","default":false},"extra":{"type":"json"},"richBlocks":{"type":"blocks"},"cover":{"type":"media","multiple":false,"required":false,"allowedTypes":["images"]},"attachments":{"type":"media","multiple":true,"required":false,"allowedTypes":["images","files","videos","audios"]},"seo":{"type":"component","repeatable":false,"component":"shared.seo"},"links":{"type":"component","repeatable":true,"component":"shared.link","max":4},"zone":{"type":"dynamiczone","components":["blocks.quote","blocks.gallery"],"max":5},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"detail":{"type":"relation","relation":"oneToOne","target":"api::detail.detail","inversedBy":"article"},"mainTag":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"wayTags":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"related":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"memo":{"type":"relation","relation":"oneToOne","target":"api::memo.memo"},"owner":{"type":"relation","relation":"oneToOne","target":"plugin::users-permissions.user"},"place":{"type":"relation","relation":"manyToOne","target":"api::place.place","inversedBy":"articles"}},"kind":"collectionType"},"modelName":"article","actions":{},"lifecycles":{}},"api::author.author":{"kind":"collectionType","collectionName":"authors","info":{"singularName":"author","pluralName":"authors","displayName":"Author","description":""},"options":{"draftAndPublish":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"email":{"type":"email"},"country":{"type":"string"},"bio":{"type":"text"},"avatar":{"type":"media","multiple":false,"allowedTypes":["images"]},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"},"favorite":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"mentor":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"pupils"},"pupils":{"type":"relation","relation":"oneToMany","target":"api::author.author","mappedBy":"mentor"},"topics":{"type":"relation","relation":"manyToMany","target":"api::tag.tag"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::author.author","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"authors"}}},"apiName":"author","globalId":"Author","uid":"api::author.author","modelType":"contentType","__schema__":{"collectionName":"authors","info":{"singularName":"author","pluralName":"authors","displayName":"Author","description":""},"options":{"draftAndPublish":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"email":{"type":"email"},"country":{"type":"string"},"bio":{"type":"text"},"avatar":{"type":"media","multiple":false,"allowedTypes":["images"]},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"},"favorite":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"mentor":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"pupils"},"pupils":{"type":"relation","relation":"oneToMany","target":"api::author.author","mappedBy":"mentor"},"topics":{"type":"relation","relation":"manyToMany","target":"api::tag.tag"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"}},"kind":"collectionType"},"modelName":"author","actions":{},"lifecycles":{}},"api::category.category":{"kind":"collectionType","collectionName":"categories","info":{"singularName":"category","pluralName":"categories","displayName":"Category","description":""},"options":{"draftAndPublish":false,"populateCreatorFields":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true,"unique":true},"description":{"type":"text"},"rank":{"type":"integer"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":false},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":false},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::category.category","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"categories"}}},"apiName":"category","globalId":"Category","uid":"api::category.category","modelType":"contentType","__schema__":{"collectionName":"categories","info":{"singularName":"category","pluralName":"categories","displayName":"Category","description":""},"options":{"draftAndPublish":false,"populateCreatorFields":true},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true,"unique":true},"description":{"type":"text"},"rank":{"type":"integer"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"}},"kind":"collectionType"},"modelName":"category","actions":{},"lifecycles":{}},"api::detail.detail":{"kind":"collectionType","collectionName":"details","info":{"singularName":"detail","pluralName":"details","displayName":"Detail","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"note":{"type":"string"},"mode":{"type":"enumeration","enum":["plain","loud"]},"reason":{"type":"string","required":true,"conditions":{"visible":{"==":[{"var":"mode"},"loud"]}}},"article":{"type":"relation","relation":"oneToOne","target":"api::article.article","mappedBy":"detail"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::detail.detail","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"details"}}},"apiName":"detail","globalId":"Detail","uid":"api::detail.detail","modelType":"contentType","__schema__":{"collectionName":"details","info":{"singularName":"detail","pluralName":"details","displayName":"Detail","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"note":{"type":"string"},"mode":{"type":"enumeration","enum":["plain","loud"]},"reason":{"type":"string","required":true,"conditions":{"visible":{"==":[{"var":"mode"},"loud"]}}},"article":{"type":"relation","relation":"oneToOne","target":"api::article.article","mappedBy":"detail"}},"kind":"collectionType"},"modelName":"detail","actions":{},"lifecycles":{}},"api::homepage.homepage":{"kind":"singleType","collectionName":"homepages","info":{"singularName":"homepage","pluralName":"homepages","displayName":"Homepage","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"headline":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"intro":{"type":"text","pluginOptions":{"i18n":{"localized":true}}},"seo":{"type":"component","repeatable":false,"component":"shared.seo","pluginOptions":{"i18n":{"localized":true}}},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":false,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::homepage.homepage","writable":false,"private":false,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"homepages"}}},"apiName":"homepage","globalId":"Homepage","uid":"api::homepage.homepage","modelType":"contentType","__schema__":{"collectionName":"homepages","info":{"singularName":"homepage","pluralName":"homepages","displayName":"Homepage","description":""},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"headline":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"intro":{"type":"text","pluginOptions":{"i18n":{"localized":true}}},"seo":{"type":"component","repeatable":false,"component":"shared.seo","pluginOptions":{"i18n":{"localized":true}}},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"}},"kind":"singleType"},"modelName":"homepage","actions":{},"lifecycles":{}},"api::memo.memo":{"kind":"collectionType","collectionName":"memos","info":{"singularName":"memo","pluralName":"memos","displayName":"Memo","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::memo.memo","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"memos"}}},"apiName":"memo","globalId":"Memo","uid":"api::memo.memo","modelType":"contentType","__schema__":{"collectionName":"memos","info":{"singularName":"memo","pluralName":"memos","displayName":"Memo","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"}},"kind":"collectionType"},"modelName":"memo","actions":{},"lifecycles":{}},"api::menu-item.menu-item":{"kind":"collectionType","collectionName":"menu_items","info":{"singularName":"menu-item","pluralName":"menu-items","displayName":"Menu item","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"label":{"type":"string","required":true},"url":{"type":"string"},"position":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"api::menu-item.menu-item","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","mappedBy":"parent"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"menu_items"}}},"apiName":"menu-item","globalId":"MenuItem","uid":"api::menu-item.menu-item","modelType":"contentType","__schema__":{"collectionName":"menu_items","info":{"singularName":"menu-item","pluralName":"menu-items","displayName":"Menu item","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"label":{"type":"string","required":true},"url":{"type":"string"},"position":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"api::menu-item.menu-item","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","mappedBy":"parent"}},"kind":"collectionType"},"modelName":"menu-item","actions":{},"lifecycles":{}},"api::note.note":{"kind":"collectionType","collectionName":"notes","info":{"singularName":"note","pluralName":"notes","displayName":"Note","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"},"subject":{"type":"relation","relation":"morphToOne"},"subjects":{"type":"relation","relation":"morphToMany"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::note.note","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"notes"}}},"apiName":"note","globalId":"Note","uid":"api::note.note","modelType":"contentType","__schema__":{"collectionName":"notes","info":{"singularName":"note","pluralName":"notes","displayName":"Note","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"text":{"type":"string"},"subject":{"type":"relation","relation":"morphToOne"},"subjects":{"type":"relation","relation":"morphToMany"}},"kind":"collectionType"},"modelName":"note","actions":{},"lifecycles":{}},"api::place.place":{"kind":"collectionType","collectionName":"places","info":{"singularName":"place","pluralName":"places","displayName":"Place","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"name":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"zip":{"type":"string"},"topic":{"type":"relation","relation":"oneToOne","target":"api::tag.tag","required":true},"star":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"people":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"twin":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"place"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":false,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::place.place","writable":false,"private":false,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"places"}}},"apiName":"place","globalId":"Place","uid":"api::place.place","modelType":"contentType","__schema__":{"collectionName":"places","info":{"singularName":"place","pluralName":"places","displayName":"Place","description":""},"options":{"draftAndPublish":false},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"name":{"type":"string","required":true,"pluginOptions":{"i18n":{"localized":true}}},"zip":{"type":"string"},"topic":{"type":"relation","relation":"oneToOne","target":"api::tag.tag","required":true},"star":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"people":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"twin":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"place"}},"kind":"collectionType"},"modelName":"place","actions":{},"lifecycles":{}},"api::setting.setting":{"kind":"singleType","collectionName":"settings","info":{"singularName":"setting","pluralName":"settings","displayName":"Setting","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean","default":false},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::setting.setting","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"settings"}}},"apiName":"setting","globalId":"Setting","uid":"api::setting.setting","modelType":"contentType","__schema__":{"collectionName":"settings","info":{"singularName":"setting","pluralName":"settings","displayName":"Setting","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean","default":false}},"kind":"singleType"},"modelName":"setting","actions":{},"lifecycles":{}},"api::specimen.specimen":{"kind":"collectionType","collectionName":"specimens","info":{"singularName":"specimen","pluralName":"specimens","displayName":"Specimen","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"str":{"type":"string"},"txt":{"type":"text"},"rich":{"type":"richtext"},"enm":{"type":"enumeration","enum":["alpha","beta","gamma"]},"mail":{"type":"email"},"pass":{"type":"password"},"uid":{"type":"uid"},"priv":{"type":"string","private":true},"day":{"type":"date"},"tod":{"type":"time"},"at":{"type":"datetime"},"stamp":{"type":"timestamp"},"int":{"type":"integer"},"big":{"type":"biginteger"},"flt":{"type":"float"},"dec":{"type":"decimal"},"flag":{"type":"boolean"},"obj":{"type":"json"},"blk":{"type":"blocks"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::specimen.specimen","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"specimens"}}},"apiName":"specimen","globalId":"Specimen","uid":"api::specimen.specimen","modelType":"contentType","__schema__":{"collectionName":"specimens","info":{"singularName":"specimen","pluralName":"specimens","displayName":"Specimen","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"str":{"type":"string"},"txt":{"type":"text"},"rich":{"type":"richtext"},"enm":{"type":"enumeration","enum":["alpha","beta","gamma"]},"mail":{"type":"email"},"pass":{"type":"password"},"uid":{"type":"uid"},"priv":{"type":"string","private":true},"day":{"type":"date"},"tod":{"type":"time"},"at":{"type":"datetime"},"stamp":{"type":"timestamp"},"int":{"type":"integer"},"big":{"type":"biginteger"},"flt":{"type":"float"},"dec":{"type":"decimal"},"flag":{"type":"boolean"},"obj":{"type":"json"},"blk":{"type":"blocks"}},"kind":"collectionType"},"modelName":"specimen","actions":{},"lifecycles":{}},"api::tag.tag":{"kind":"collectionType","collectionName":"tags","info":{"singularName":"tag","pluralName":"tags","displayName":"Tag","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"color":{"type":"string"},"weight":{"type":"integer"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"},"sibling":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"hero":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"patrons":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime","configurable":false,"writable":true,"visible":true},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user","configurable":false,"writable":false,"visible":false,"useJoinTable":false,"private":true},"locale":{"writable":true,"private":true,"configurable":false,"visible":false,"type":"string"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::tag.tag","writable":false,"private":true,"configurable":false,"visible":false,"unstable_virtual":true,"joinColumn":{"name":"document_id","referencedColumn":"document_id","referencedTable":"tags"}}},"apiName":"tag","globalId":"Tag","uid":"api::tag.tag","modelType":"contentType","__schema__":{"collectionName":"tags","info":{"singularName":"tag","pluralName":"tags","displayName":"Tag","description":""},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string","required":true},"color":{"type":"string"},"weight":{"type":"integer"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"},"sibling":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"hero":{"type":"relation","relation":"oneToOne","target":"api::article.article"},"patrons":{"type":"relation","relation":"oneToMany","target":"api::author.author"},"home":{"type":"relation","relation":"oneToOne","target":"api::place.place"}},"kind":"collectionType"},"modelName":"tag","actions":{},"lifecycles":{}}}', 'object', NULL, NULL),
(40, 'plugin_i18n_default_locale', '"en"', 'string', NULL, NULL),
(43, 'plugin_users-permissions_advanced', '{"unique_email":true,"allow_register":true,"email_confirmation":false,"email_reset_password":null,"email_confirmation_redirection":null,"default_role":"authenticated"}', 'object', NULL, NULL);
CREATE TABLE "strapi_database_schema" ("id" INTEGER PRIMARY KEY, "schema" json, "time" datetime, "hash" varchar(255));
INSERT INTO "strapi_database_schema" VALUES
(1, '{}', 1795779982179, 'c3f472f1071646a00bdfab28977e19d3c0d1919d7c765bf4850e1e2058d6d903');
CREATE TABLE "tags" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "color" varchar(255), "weight" INTEGER, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "tags" VALUES
(1, 'tag000000000000000000001', 'javascript', 'red', 0, 1704070800000, 1704157200000, 1704848400000, NULL, NULL, NULL),
(10, 'tag000000000000000000010', 'speed', 'green', 3, 1704103200000, 1704189600000, 1704880800000, NULL, NULL, NULL),
(11, 'tag000000000000000000011', 'Élan', 'blue', 0, 1704106800000, 1704193200000, 1704884400000, NULL, NULL, NULL),
(12, 'tag000000000000000000012', 'ZULU', NULL, 2, 1704110400000, 1704196800000, 1704888000000, NULL, NULL, NULL),
(2, 'tag000000000000000000002', 'typescript', 'green', 2, 1704074400000, 1704160800000, 1704852000000, NULL, NULL, NULL),
(3, 'tag000000000000000000003', 'node', 'blue', 4, 1704078000000, 1704164400000, 1704855600000, NULL, NULL, NULL),
(4, 'tag000000000000000000004', 'sql', NULL, 1, 1704081600000, 1704168000000, 1704859200000, NULL, NULL, NULL),
(5, 'tag000000000000000000005', 'graphql', 'red', 3, 1704085200000, 1704171600000, 1704862800000, NULL, NULL, NULL),
(6, 'tag000000000000000000006', 'rest', 'green', 0, 1704088800000, 1704175200000, 1704866400000, NULL, NULL, NULL),
(7, 'tag000000000000000000007', 'testing', 'blue', 2, 1704092400000, 1704178800000, 1704870000000, NULL, NULL, NULL),
(8, 'tag000000000000000000008', 'ops', NULL, 4, 1704096000000, 1704182400000, 1704873600000, NULL, NULL, NULL),
(9, 'tag000000000000000000009', 'design', 'red', 1, 1704099600000, 1704186000000, 1704877200000, NULL, NULL, NULL);
CREATE TABLE "tags_hero_lnk" ("id" INTEGER PRIMARY KEY, "tag_id" INTEGER, "article_id" INTEGER);
INSERT INTO "tags_hero_lnk" VALUES
(1, 1, 1),
(2, 1, 23),
(3, 2, 14),
(4, 3, 10),
(5, 3, 11);
CREATE TABLE "tags_home_lnk" ("id" INTEGER PRIMARY KEY, "tag_id" INTEGER, "place_id" INTEGER);
INSERT INTO "tags_home_lnk" VALUES
(1, 1, 1);
CREATE TABLE "tags_patrons_lnk" ("id" INTEGER PRIMARY KEY, "tag_id" INTEGER, "author_id" INTEGER, "author_ord" float);
INSERT INTO "tags_patrons_lnk" VALUES
(1, 1, 1, 1),
(2, 1, 8, 2),
(3, 1, 5, 3),
(4, 1, 6, 4),
(5, 1, 7, 5);
CREATE TABLE "tags_sibling_lnk" ("id" INTEGER PRIMARY KEY, "tag_id" INTEGER, "inv_tag_id" INTEGER);
INSERT INTO "tags_sibling_lnk" VALUES
(1, 1, 2);
CREATE TABLE "up_permissions" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "action" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "up_permissions" VALUES
(1, 'permissionz0000000000001', 'plugin::users-permissions.auth.logout', 1795779986416, 1795779986416, 1795779986416, NULL, NULL, NULL),
(10, 'permissionz0000000000010', 'plugin::users-permissions.auth.register', 1795779986640, 1795779986640, 1795779986642, NULL, NULL, NULL),
(100, 'permission00000000000087', 'api::category.category.find', 1795779999028, 1795779999028, 1795779999028, NULL, NULL, NULL),
(101, 'permission00000000000088', 'api::category.category.findOne', 1795779999053, 1795779999053, 1795779999053, NULL, NULL, NULL),
(102, 'permission00000000000089', 'api::category.category.create', 1795779999067, 1795779999067, 1795779999067, NULL, NULL, NULL),
(103, 'permission00000000000090', 'api::category.category.update', 1795779999092, 1795779999092, 1795779999092, NULL, NULL, NULL),
(104, 'permission00000000000091', 'api::category.category.delete', 1795779999116, 1795779999116, 1795779999116, NULL, NULL, NULL),
(105, 'permission00000000000092', 'api::tag.tag.find', 1795779999140, 1795779999140, 1795779999140, NULL, NULL, NULL),
(106, 'permission00000000000093', 'api::tag.tag.findOne', 1795779999169, 1795779999169, 1795779999169, NULL, NULL, NULL),
(107, 'permission00000000000094', 'api::tag.tag.create', 1795779999202, 1795779999202, 1795779999202, NULL, NULL, NULL),
(108, 'permission00000000000095', 'api::tag.tag.update', 1795779999233, 1795779999233, 1795779999233, NULL, NULL, NULL),
(109, 'permission00000000000096', 'api::tag.tag.delete', 1795779999261, 1795779999261, 1795779999261, NULL, NULL, NULL),
(11, 'permissionz0000000000011', 'plugin::users-permissions.auth.emailConfirmation', 1795779986640, 1795779986640, 1795779986642, NULL, NULL, NULL),
(110, 'permission00000000000097', 'api::author.author.find', 1795779999294, 1795779999294, 1795779999294, NULL, NULL, NULL),
(111, 'permission00000000000098', 'api::author.author.findOne', 1795779999328, 1795779999328, 1795779999328, NULL, NULL, NULL),
(112, 'permission00000000000099', 'api::author.author.create', 1795779999349, 1795779999349, 1795779999349, NULL, NULL, NULL),
(113, 'permission00000000000100', 'api::author.author.update', 1795779999381, 1795779999381, 1795779999381, NULL, NULL, NULL),
(114, 'permission00000000000101', 'api::author.author.delete', 1795779999417, 1795779999417, 1795779999417, NULL, NULL, NULL),
(115, 'permission00000000000102', 'api::detail.detail.find', 1795779999436, 1795779999436, 1795779999436, NULL, NULL, NULL),
(116, 'permission00000000000103', 'api::detail.detail.findOne', 1795779999468, 1795779999468, 1795779999468, NULL, NULL, NULL),
(117, 'permission00000000000104', 'api::detail.detail.create', 1795779999481, 1795779999481, 1795779999481, NULL, NULL, NULL),
(118, 'permission00000000000105', 'api::detail.detail.update', 1795779999505, 1795779999505, 1795779999505, NULL, NULL, NULL),
(119, 'permission00000000000106', 'api::detail.detail.delete', 1795779999536, 1795779999536, 1795779999537, NULL, NULL, NULL),
(12, 'permissionz0000000000012', 'plugin::users-permissions.auth.sendEmailConfirmation', 1795779986640, 1795779986640, 1795779986642, NULL, NULL, NULL),
(120, 'permission00000000000107', 'api::menu-item.menu-item.find', 1795779999577, 1795779999577, 1795779999577, NULL, NULL, NULL),
(121, 'permission00000000000108', 'api::menu-item.menu-item.findOne', 1795779999617, 1795779999617, 1795779999617, NULL, NULL, NULL),
(122, 'permission00000000000109', 'api::menu-item.menu-item.create', 1795779999661, 1795779999661, 1795779999661, NULL, NULL, NULL),
(123, 'permission00000000000110', 'api::menu-item.menu-item.update', 1795779999705, 1795779999705, 1795779999705, NULL, NULL, NULL),
(124, 'permission00000000000111', 'api::menu-item.menu-item.delete', 1795779999732, 1795779999732, 1795779999732, NULL, NULL, NULL),
(125, 'permission00000000000112', 'api::specimen.specimen.find', 1795779999746, 1795779999746, 1795779999746, NULL, NULL, NULL),
(126, 'permission00000000000113', 'api::specimen.specimen.findOne', 1795779999768, 1795779999768, 1795779999768, NULL, NULL, NULL),
(127, 'permission00000000000114', 'api::specimen.specimen.create', 1795779999802, 1795779999802, 1795779999802, NULL, NULL, NULL),
(128, 'permission00000000000115', 'api::specimen.specimen.update', 1795779999831, 1795779999831, 1795779999831, NULL, NULL, NULL),
(129, 'permission00000000000116', 'api::specimen.specimen.delete', 1795779999867, 1795779999867, 1795779999867, NULL, NULL, NULL),
(13, 'permissionz0000000000013', 'plugin::users-permissions.auth.refresh', 1795779986640, 1795779986640, 1795779986643, NULL, NULL, NULL),
(130, 'permission00000000000117', 'api::note.note.find', 1795779999900, 1795779999900, 1795779999900, NULL, NULL, NULL),
(131, 'permission00000000000118', 'api::note.note.findOne', 1795779999926, 1795779999926, 1795779999926, NULL, NULL, NULL),
(132, 'permission00000000000119', 'api::note.note.create', 1795779999951, 1795779999951, 1795779999955, NULL, NULL, NULL),
(133, 'permission00000000000120', 'api::note.note.update', 1795779999984, 1795779999984, 1795779999984, NULL, NULL, NULL),
(134, 'permission00000000000121', 'api::note.note.delete', 1795780000016, 1795780000016, 1795780000016, NULL, NULL, NULL),
(135, 'permission00000000000122', 'api::memo.memo.find', 1795780000048, 1795780000048, 1795780000048, NULL, NULL, NULL),
(136, 'permission00000000000123', 'api::memo.memo.findOne', 1795780000088, 1795780000088, 1795780000088, NULL, NULL, NULL),
(137, 'permission00000000000124', 'api::memo.memo.create', 1795780000120, 1795780000120, 1795780000120, NULL, NULL, NULL),
(138, 'permission00000000000125', 'api::memo.memo.update', 1795780000184, 1795780000184, 1795780000184, NULL, NULL, NULL),
(139, 'permission00000000000126', 'api::memo.memo.delete', 1795780000224, 1795780000224, 1795780000224, NULL, NULL, NULL),
(14, 'permission00000000000001', 'api::article.article.find', 1795779998088, 1795779998088, 1795779998088, NULL, NULL, NULL),
(140, 'permission00000000000127', 'api::homepage.homepage.find', 1795780000264, 1795780000264, 1795780000264, NULL, NULL, NULL),
(141, 'permission00000000000128', 'api::homepage.homepage.update', 1795780000304, 1795780000304, 1795780000304, NULL, NULL, NULL),
(142, 'permission00000000000129', 'api::homepage.homepage.delete', 1795780000344, 1795780000344, 1795780000344, NULL, NULL, NULL),
(143, 'permission00000000000130', 'api::setting.setting.find', 1795780000384, 1795780000384, 1795780000384, NULL, NULL, NULL),
(144, 'permission00000000000131', 'api::setting.setting.update', 1795780000424, 1795780000424, 1795780000424, NULL, NULL, NULL),
(145, 'permission00000000000132', 'api::setting.setting.delete', 1795780000464, 1795780000464, 1795780000464, NULL, NULL, NULL),
(146, 'permission00000000000133', 'plugin::upload.content-api.find', 1795780000504, 1795780000504, 1795780000504, NULL, NULL, NULL),
(147, 'permission00000000000134', 'plugin::upload.content-api.findOne', 1795780000543, 1795780000543, 1795780000543, NULL, NULL, NULL),
(148, 'permission00000000000135', 'plugin::upload.content-api.upload', 1795780000582, 1795780000582, 1795780000582, NULL, NULL, NULL),
(149, 'permission00000000000136', 'plugin::upload.content-api.destroy', 1795780000622, 1795780000622, 1795780000622, NULL, NULL, NULL),
(15, 'permission00000000000002', 'api::article.article.findOne', 1795779998096, 1795779998096, 1795779998096, NULL, NULL, NULL),
(150, 'permission00000000000137', 'plugin::i18n.locales.listLocales', 1795780000644, 1795780000644, 1795780000644, NULL, NULL, NULL),
(151, 'permission00000000000138', 'plugin::users-permissions.user.me', 1795780000688, 1795780000688, 1795780000688, NULL, NULL, NULL),
(152, 'permission00000000000139', 'plugin::users-permissions.user.find', 1795780000728, 1795780000728, 1795780000728, NULL, NULL, NULL),
(153, 'permission00000000000140', 'plugin::users-permissions.user.findOne', 1795780000736, 1795780000736, 1795780000736, NULL, NULL, NULL),
(154, 'permission00000000000141', 'plugin::users-permissions.user.count', 1795780000739, 1795780000739, 1795780000739, NULL, NULL, NULL),
(155, 'permission00000000000142', 'plugin::users-permissions.user.create', 1795780000742, 1795780000742, 1795780000742, NULL, NULL, NULL),
(156, 'permission00000000000143', 'plugin::users-permissions.user.update', 1795780000745, 1795780000745, 1795780000745, NULL, NULL, NULL),
(157, 'permission00000000000144', 'plugin::users-permissions.user.destroy', 1795780000757, 1795780000757, 1795780000757, NULL, NULL, NULL),
(158, 'permission00000000000145', 'plugin::users-permissions.role.find', 1795780000761, 1795780000761, 1795780000761, NULL, NULL, NULL),
(159, 'permission00000000000146', 'plugin::users-permissions.role.findOne', 1795780000764, 1795780000764, 1795780000764, NULL, NULL, NULL),
(16, 'permission00000000000003', 'api::place.place.find', 1795779998111, 1795779998111, 1795779998111, NULL, NULL, NULL),
(160, 'permission00000000000147', 'plugin::users-permissions.role.createRole', 1795780000767, 1795780000767, 1795780000767, NULL, NULL, NULL),
(161, 'permission00000000000148', 'plugin::users-permissions.role.updateRole', 1795780000769, 1795780000769, 1795780000770, NULL, NULL, NULL),
(162, 'permission00000000000149', 'plugin::users-permissions.role.deleteRole', 1795780000772, 1795780000772, 1795780000772, NULL, NULL, NULL),
(163, 'permission00000000000150', 'plugin::users-permissions.auth.changePassword', 1795780000775, 1795780000775, 1795780000775, NULL, NULL, NULL),
(164, 'permission00000000000151', 'plugin::users-permissions.permissions.getPermissions', 1795780000778, 1795780000778, 1795780000778, NULL, NULL, NULL),
(17, 'permission00000000000004', 'api::place.place.findOne', 1795779998118, 1795779998118, 1795779998118, NULL, NULL, NULL),
(18, 'permission00000000000005', 'api::category.category.find', 1795779998123, 1795779998123, 1795779998123, NULL, NULL, NULL),
(19, 'permission00000000000006', 'api::category.category.findOne', 1795779998128, 1795779998128, 1795779998128, NULL, NULL, NULL),
(2, 'permissionz0000000000002', 'plugin::users-permissions.auth.getSessions', 1795779986416, 1795779986416, 1795779986417, NULL, NULL, NULL),
(20, 'permission00000000000007', 'api::tag.tag.find', 1795779998133, 1795779998133, 1795779998133, NULL, NULL, NULL),
(21, 'permission00000000000008', 'api::tag.tag.findOne', 1795779998138, 1795779998138, 1795779998138, NULL, NULL, NULL),
(22, 'permission00000000000009', 'api::author.author.find', 1795779998157, 1795779998157, 1795779998157, NULL, NULL, NULL),
(23, 'permission00000000000010', 'api::author.author.findOne', 1795779998163, 1795779998163, 1795779998163, NULL, NULL, NULL),
(24, 'permission00000000000011', 'api::detail.detail.find', 1795779998170, 1795779998170, 1795779998170, NULL, NULL, NULL),
(25, 'permission00000000000012', 'api::detail.detail.findOne', 1795779998176, 1795779998176, 1795779998176, NULL, NULL, NULL),
(26, 'permission00000000000013', 'api::menu-item.menu-item.find', 1795779998181, 1795779998181, 1795779998181, NULL, NULL, NULL),
(27, 'permission00000000000014', 'api::menu-item.menu-item.findOne', 1795779998201, 1795779998201, 1795779998201, NULL, NULL, NULL),
(28, 'permission00000000000015', 'api::specimen.specimen.find', 1795779998215, 1795779998215, 1795779998215, NULL, NULL, NULL),
(29, 'permission00000000000016', 'api::specimen.specimen.findOne', 1795779998230, 1795779998230, 1795779998230, NULL, NULL, NULL),
(3, 'permissionz0000000000003', 'plugin::users-permissions.auth.revokeSession', 1795779986416, 1795779986416, 1795779986417, NULL, NULL, NULL),
(30, 'permission00000000000017', 'api::note.note.find', 1795779998256, 1795779998256, 1795779998256, NULL, NULL, NULL),
(31, 'permission00000000000018', 'api::note.note.findOne', 1795779998269, 1795779998269, 1795779998269, NULL, NULL, NULL),
(32, 'permission00000000000019', 'api::homepage.homepage.find', 1795779998273, 1795779998273, 1795779998273, NULL, NULL, NULL),
(33, 'permission00000000000020', 'api::setting.setting.find', 1795779998276, 1795779998276, 1795779998276, NULL, NULL, NULL),
(34, 'permission00000000000021', 'api::article.article.find', 1795779998280, 1795779998280, 1795779998280, NULL, NULL, NULL),
(35, 'permission00000000000022', 'api::article.article.findOne', 1795779998283, 1795779998283, 1795779998283, NULL, NULL, NULL),
(36, 'permission00000000000023', 'api::article.article.create', 1795779998289, 1795779998289, 1795779998289, NULL, NULL, NULL),
(37, 'permission00000000000024', 'api::article.article.update', 1795779998299, 1795779998299, 1795779998299, NULL, NULL, NULL),
(38, 'permission00000000000025', 'api::article.article.delete', 1795779998309, 1795779998309, 1795779998309, NULL, NULL, NULL),
(39, 'permission00000000000026', 'api::place.place.find', 1795779998320, 1795779998320, 1795779998320, NULL, NULL, NULL),
(4, 'permissionz0000000000004', 'plugin::users-permissions.user.me', 1795779986416, 1795779986416, 1795779986417, NULL, NULL, NULL),
(40, 'permission00000000000027', 'api::place.place.findOne', 1795779998335, 1795779998335, 1795779998335, NULL, NULL, NULL),
(41, 'permission00000000000028', 'api::place.place.create', 1795779998345, 1795779998345, 1795779998345, NULL, NULL, NULL),
(42, 'permission00000000000029', 'api::place.place.update', 1795779998351, 1795779998351, 1795779998351, NULL, NULL, NULL),
(43, 'permission00000000000030', 'api::place.place.delete', 1795779998358, 1795779998358, 1795779998358, NULL, NULL, NULL),
(44, 'permission00000000000031', 'api::category.category.find', 1795779998364, 1795779998364, 1795779998364, NULL, NULL, NULL),
(45, 'permission00000000000032', 'api::category.category.findOne', 1795779998368, 1795779998368, 1795779998368, NULL, NULL, NULL),
(46, 'permission00000000000033', 'api::category.category.create', 1795779998383, 1795779998383, 1795779998383, NULL, NULL, NULL),
(47, 'permission00000000000034', 'api::category.category.update', 1795779998391, 1795779998391, 1795779998391, NULL, NULL, NULL),
(48, 'permission00000000000035', 'api::category.category.delete', 1795779998400, 1795779998400, 1795779998400, NULL, NULL, NULL),
(49, 'permission00000000000036', 'api::tag.tag.find', 1795779998408, 1795779998408, 1795779998408, NULL, NULL, NULL),
(5, 'permissionz0000000000005', 'plugin::users-permissions.auth.changePassword', 1795779986416, 1795779986416, 1795779986417, NULL, NULL, NULL),
(50, 'permission00000000000037', 'api::tag.tag.findOne', 1795779998424, 1795779998424, 1795779998424, NULL, NULL, NULL),
(51, 'permission00000000000038', 'api::tag.tag.create', 1795779998435, 1795779998435, 1795779998435, NULL, NULL, NULL),
(52, 'permission00000000000039', 'api::tag.tag.update', 1795779998440, 1795779998440, 1795779998440, NULL, NULL, NULL),
(53, 'permission00000000000040', 'api::tag.tag.delete', 1795779998449, 1795779998449, 1795779998449, NULL, NULL, NULL),
(54, 'permission00000000000041', 'api::author.author.find', 1795779998454, 1795779998454, 1795779998454, NULL, NULL, NULL),
(55, 'permission00000000000042', 'api::author.author.findOne', 1795779998459, 1795779998459, 1795779998459, NULL, NULL, NULL),
(56, 'permission00000000000043', 'api::author.author.create', 1795779998463, 1795779998463, 1795779998464, NULL, NULL, NULL),
(57, 'permission00000000000044', 'api::author.author.update', 1795779998468, 1795779998468, 1795779998468, NULL, NULL, NULL),
(58, 'permission00000000000045', 'api::author.author.delete', 1795779998477, 1795779998477, 1795779998477, NULL, NULL, NULL),
(59, 'permission00000000000046', 'api::detail.detail.find', 1795779998491, 1795779998491, 1795779998491, NULL, NULL, NULL),
(6, 'permissionz0000000000006', 'plugin::users-permissions.auth.callback', 1795779986640, 1795779986640, 1795779986641, NULL, NULL, NULL),
(60, 'permission00000000000047', 'api::detail.detail.findOne', 1795779998539, 1795779998539, 1795779998539, NULL, NULL, NULL),
(61, 'permission00000000000048', 'api::detail.detail.create', 1795779998546, 1795779998546, 1795779998546, NULL, NULL, NULL),
(62, 'permission00000000000049', 'api::detail.detail.update', 1795779998572, 1795779998572, 1795779998572, NULL, NULL, NULL),
(63, 'permission00000000000050', 'api::detail.detail.delete', 1795779998579, 1795779998579, 1795779998579, NULL, NULL, NULL),
(64, 'permission00000000000051', 'api::menu-item.menu-item.find', 1795779998605, 1795779998605, 1795779998605, NULL, NULL, NULL),
(65, 'permission00000000000052', 'api::menu-item.menu-item.findOne', 1795779998634, 1795779998634, 1795779998634, NULL, NULL, NULL),
(66, 'permission00000000000053', 'api::menu-item.menu-item.create', 1795779998656, 1795779998656, 1795779998656, NULL, NULL, NULL),
(67, 'permission00000000000054', 'api::menu-item.menu-item.update', 1795779998686, 1795779998686, 1795779998686, NULL, NULL, NULL),
(68, 'permission00000000000055', 'api::menu-item.menu-item.delete', 1795779998703, 1795779998703, 1795779998703, NULL, NULL, NULL),
(69, 'permission00000000000056', 'api::specimen.specimen.find', 1795779998725, 1795779998725, 1795779998725, NULL, NULL, NULL),
(7, 'permissionz0000000000007', 'plugin::users-permissions.auth.connect', 1795779986640, 1795779986640, 1795779986641, NULL, NULL, NULL),
(70, 'permission00000000000057', 'api::specimen.specimen.findOne', 1795779998752, 1795779998752, 1795779998752, NULL, NULL, NULL),
(71, 'permission00000000000058', 'api::specimen.specimen.create', 1795779998785, 1795779998785, 1795779998785, NULL, NULL, NULL),
(72, 'permission00000000000059', 'api::specimen.specimen.update', 1795779998803, 1795779998803, 1795779998803, NULL, NULL, NULL),
(73, 'permission00000000000060', 'api::specimen.specimen.delete', 1795779998807, 1795779998807, 1795779998807, NULL, NULL, NULL),
(74, 'permission00000000000061', 'api::note.note.find', 1795779998830, 1795779998830, 1795779998830, NULL, NULL, NULL),
(75, 'permission00000000000062', 'api::note.note.findOne', 1795779998839, 1795779998839, 1795779998839, NULL, NULL, NULL),
(76, 'permission00000000000063', 'api::note.note.create', 1795779998850, 1795779998850, 1795779998850, NULL, NULL, NULL),
(77, 'permission00000000000064', 'api::note.note.update', 1795779998870, 1795779998870, 1795779998870, NULL, NULL, NULL),
(78, 'permission00000000000065', 'api::note.note.delete', 1795779998874, 1795779998874, 1795779998874, NULL, NULL, NULL),
(79, 'permission00000000000066', 'api::homepage.homepage.find', 1795779998878, 1795779998878, 1795779998878, NULL, NULL, NULL),
(8, 'permissionz0000000000008', 'plugin::users-permissions.auth.forgotPassword', 1795779986640, 1795779986640, 1795779986641, NULL, NULL, NULL),
(80, 'permission00000000000067', 'api::homepage.homepage.update', 1795779998888, 1795779998888, 1795779998888, NULL, NULL, NULL),
(81, 'permission00000000000068', 'api::homepage.homepage.delete', 1795779998896, 1795779998896, 1795779998896, NULL, NULL, NULL),
(82, 'permission00000000000069', 'api::setting.setting.find', 1795779998900, 1795779998900, 1795779998900, NULL, NULL, NULL),
(83, 'permission00000000000070', 'api::setting.setting.update', 1795779998912, 1795779998912, 1795779998912, NULL, NULL, NULL),
(84, 'permission00000000000071', 'api::setting.setting.delete', 1795779998916, 1795779998916, 1795779998916, NULL, NULL, NULL),
(85, 'permission00000000000072', 'plugin::upload.content-api.find', 1795779998921, 1795779998921, 1795779998921, NULL, NULL, NULL),
(86, 'permission00000000000073', 'plugin::upload.content-api.findOne', 1795779998925, 1795779998925, 1795779998925, NULL, NULL, NULL),
(87, 'permission00000000000074', 'plugin::upload.content-api.upload', 1795779998936, 1795779998936, 1795779998936, NULL, NULL, NULL),
(88, 'permission00000000000075', 'plugin::upload.content-api.destroy', 1795779998941, 1795779998941, 1795779998941, NULL, NULL, NULL),
(89, 'permission00000000000076', 'plugin::i18n.locales.listLocales', 1795779998945, 1795779998945, 1795779998945, NULL, NULL, NULL),
(9, 'permissionz0000000000009', 'plugin::users-permissions.auth.resetPassword', 1795779986640, 1795779986640, 1795779986642, NULL, NULL, NULL),
(90, 'permission00000000000077', 'api::article.article.find', 1795779998950, 1795779998950, 1795779998950, NULL, NULL, NULL),
(91, 'permission00000000000078', 'api::article.article.findOne', 1795779998957, 1795779998957, 1795779998957, NULL, NULL, NULL),
(92, 'permission00000000000079', 'api::article.article.create', 1795779998961, 1795779998961, 1795779998961, NULL, NULL, NULL),
(93, 'permission00000000000080', 'api::article.article.update', 1795779998966, 1795779998966, 1795779998966, NULL, NULL, NULL),
(94, 'permission00000000000081', 'api::article.article.delete', 1795779998972, 1795779998972, 1795779998972, NULL, NULL, NULL),
(95, 'permission00000000000082', 'api::place.place.find', 1795779998978, 1795779998978, 1795779998978, NULL, NULL, NULL),
(96, 'permission00000000000083', 'api::place.place.findOne', 1795779998986, 1795779998986, 1795779998986, NULL, NULL, NULL),
(97, 'permission00000000000084', 'api::place.place.create', 1795779998990, 1795779998990, 1795779998991, NULL, NULL, NULL),
(98, 'permission00000000000085', 'api::place.place.update', 1795779999011, 1795779999011, 1795779999011, NULL, NULL, NULL),
(99, 'permission00000000000086', 'api::place.place.delete', 1795779999023, 1795779999023, 1795779999023, NULL, NULL, NULL);
CREATE TABLE "up_permissions_role_lnk" ("id" INTEGER PRIMARY KEY, "permission_id" INTEGER, "role_id" INTEGER, "permission_ord" float);
INSERT INTO "up_permissions_role_lnk" VALUES
(1, 1, 1, 1),
(10, 10, 2, 5),
(100, 100, 3, 11),
(101, 101, 3, 12),
(102, 102, 3, 13),
(103, 103, 3, 14),
(104, 104, 3, 15),
(105, 105, 3, 16),
(106, 106, 3, 17),
(107, 107, 3, 18),
(108, 108, 3, 19),
(109, 109, 3, 20),
(11, 11, 2, 6),
(110, 110, 3, 21),
(111, 111, 3, 22),
(112, 112, 3, 23),
(113, 113, 3, 24),
(114, 114, 3, 25),
(115, 115, 3, 26),
(116, 116, 3, 27),
(117, 117, 3, 28),
(118, 118, 3, 29),
(119, 119, 3, 30),
(12, 12, 2, 7),
(120, 120, 3, 31),
(121, 121, 3, 32),
(122, 122, 3, 33),
(123, 123, 3, 34),
(124, 124, 3, 35),
(125, 125, 3, 36),
(126, 126, 3, 37),
(127, 127, 3, 38),
(128, 128, 3, 39),
(129, 129, 3, 40),
(13, 13, 2, 8),
(130, 130, 3, 41),
(131, 131, 3, 42),
(132, 132, 3, 43),
(133, 133, 3, 44),
(134, 134, 3, 45),
(135, 135, 3, 46),
(136, 136, 3, 47),
(137, 137, 3, 48),
(138, 138, 3, 49),
(139, 139, 3, 50),
(14, 14, 2, 9),
(140, 140, 3, 51),
(141, 141, 3, 52),
(142, 142, 3, 53),
(143, 143, 3, 54),
(144, 144, 3, 55),
(145, 145, 3, 56),
(146, 146, 3, 57),
(147, 147, 3, 58),
(148, 148, 3, 59),
(149, 149, 3, 60),
(15, 15, 2, 10),
(150, 150, 3, 61),
(151, 151, 3, 62),
(152, 152, 3, 63),
(153, 153, 3, 64),
(154, 154, 3, 65),
(155, 155, 3, 66),
(156, 156, 3, 67),
(157, 157, 3, 68),
(158, 158, 3, 69),
(159, 159, 3, 70),
(16, 16, 2, 11),
(160, 160, 3, 71),
(161, 161, 3, 72),
(162, 162, 3, 73),
(163, 163, 3, 74),
(164, 164, 3, 75),
(17, 17, 2, 12),
(18, 18, 2, 13),
(19, 19, 2, 14),
(2, 2, 1, 2),
(20, 20, 2, 15),
(21, 21, 2, 16),
(22, 22, 2, 17),
(23, 23, 2, 18),
(24, 24, 2, 19),
(25, 25, 2, 20),
(26, 26, 2, 21),
(27, 27, 2, 22),
(28, 28, 2, 23),
(29, 29, 2, 24),
(3, 3, 1, 3),
(30, 30, 2, 25),
(31, 31, 2, 26),
(32, 32, 2, 27),
(33, 33, 2, 28),
(34, 34, 1, 6),
(35, 35, 1, 7),
(36, 36, 1, 8),
(37, 37, 1, 9),
(38, 38, 1, 10),
(39, 39, 1, 11),
(4, 4, 1, 4),
(40, 40, 1, 12),
(41, 41, 1, 13),
(42, 42, 1, 14),
(43, 43, 1, 15),
(44, 44, 1, 16),
(45, 45, 1, 17),
(46, 46, 1, 18),
(47, 47, 1, 19),
(48, 48, 1, 20),
(49, 49, 1, 21),
(5, 5, 1, 5),
(50, 50, 1, 22),
(51, 51, 1, 23),
(52, 52, 1, 24),
(53, 53, 1, 25),
(54, 54, 1, 26),
(55, 55, 1, 27),
(56, 56, 1, 28),
(57, 57, 1, 29),
(58, 58, 1, 30),
(59, 59, 1, 31),
(6, 6, 2, 1),
(60, 60, 1, 32),
(61, 61, 1, 33),
(62, 62, 1, 34),
(63, 63, 1, 35),
(64, 64, 1, 36),
(65, 65, 1, 37),
(66, 66, 1, 38),
(67, 67, 1, 39),
(68, 68, 1, 40),
(69, 69, 1, 41),
(7, 7, 2, 2),
(70, 70, 1, 42),
(71, 71, 1, 43),
(72, 72, 1, 44),
(73, 73, 1, 45),
(74, 74, 1, 46),
(75, 75, 1, 47),
(76, 76, 1, 48),
(77, 77, 1, 49),
(78, 78, 1, 50),
(79, 79, 1, 51),
(8, 8, 2, 3),
(80, 80, 1, 52),
(81, 81, 1, 53),
(82, 82, 1, 54),
(83, 83, 1, 55),
(84, 84, 1, 56),
(85, 85, 1, 57),
(86, 86, 1, 58),
(87, 87, 1, 59),
(88, 88, 1, 60),
(89, 89, 1, 61),
(9, 9, 2, 4),
(90, 90, 3, 1),
(91, 91, 3, 2),
(92, 92, 3, 3),
(93, 93, 3, 4),
(94, 94, 3, 5),
(95, 95, 3, 6),
(96, 96, 3, 7),
(97, 97, 3, 8),
(98, 98, 3, 9),
(99, 99, 3, 10);
CREATE TABLE "up_roles" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "description" varchar(255), "type" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "up_roles" VALUES
(1, 'rolez0000000000000000001', 'Authenticated', 'Default role given to authenticated user.', 'authenticated', 1795779986366, 1795779986366, 1795779986366, NULL, NULL, NULL),
(2, 'rolez0000000000000000002', 'Public', 'Default role given to unauthenticated user.', 'public', 1795779986384, 1795779986384, 1795779986385, NULL, NULL, NULL),
(3, 'role00000000000000000001', 'Editor', 'May do everything', 'editor', 1795779998084, 1795779998084, 1795779998084, NULL, NULL, NULL);
CREATE TABLE "up_users" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "username" varchar(255), "email" varchar(255), "provider" varchar(255), "password" varchar(255), "reset_password_token" varchar(255), "confirmation_token" varchar(255), "confirmed" boolean, "blocked" boolean, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "up_users" VALUES
(1, 'user00000000000000000001', 'alice', 'alice@example.com', 'local', '$2a$10$ehg4lnomQ7lOUQxSAptZke566zD5gzy33AFBlcDTP/vyFPYULICLu', NULL, NULL, 1, 0, 1795780001069, 1795780001069, 1795780000951, NULL, NULL, NULL),
(2, 'user00000000000000000002', 'bob', 'bob@example.com', 'local', '$2a$10$GRO9dRvGCLi7t1vmPnSv9OxjLLC6Yi7MqM4C6kVLP/m77Ebh8u1Fe', NULL, NULL, 1, 1, 1795780001207, 1795780001207, 1795780001093, NULL, NULL, NULL),
(3, 'user00000000000000000003', 'carol', 'carol@example.com', 'local', '$2a$10$0T0ozQBiQAMMkNFTn9tkG.lhuTrytQrBCbOMQZSK3r6UKaEsaBD4W', NULL, NULL, 0, 0, 1795780001368, 1795780001368, 1795780001229, NULL, NULL, NULL),
(4, 'user00000000000000000004', 'erin', 'erin@example.com', 'local', '$2a$10$ufW/Hmd5elkhYQIimKbVBOvqq94fg5eCI.tOBJLnKHshoYFdM/f1e', NULL, NULL, 1, 0, 1795780001484, 1795780001484, 1795780001373, NULL, NULL, NULL);
CREATE TABLE "up_users_role_lnk" ("id" INTEGER PRIMARY KEY, "user_id" INTEGER, "role_id" INTEGER, "user_ord" float);
INSERT INTO "up_users_role_lnk" VALUES
(1, 1, 1, 1),
(2, 2, 1, 2),
(3, 3, 1, 3),
(4, 4, 3, 1);
CREATE TABLE "upload_folders" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "path_id" INTEGER, "path" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
CREATE TABLE "upload_folders_parent_lnk" ("id" INTEGER PRIMARY KEY, "folder_id" INTEGER, "inv_folder_id" INTEGER, "folder_ord" float);
CREATE TABLE "strapi_migrations_internal" ("id" integer, "name" varchar(255), "time" datetime);
INSERT INTO "strapi_migrations_internal" ("id", "name") VALUES (1, '5.0.0-rename-identifiers-longer-than-max-length'), (2, '5.0.0-02-created-document-id'), (3, '5.0.0-03-created-locale'), (4, '5.0.0-04-created-published-at'), (5, '5.0.0-05-drop-slug-fields-index'), (6, '5.0.0-06-add-document-id-indexes'), (7, 'core::5.0.0-discard-drafts'), (8, 'admin::migrate-prefered-language-dk-to-da');
