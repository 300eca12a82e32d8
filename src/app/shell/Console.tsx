import { Suspense } from "react";
import { Link, Route, Routes } from "react-router-dom";
import { pages } from "../routes/pages.ts";

export default function Console() {
  return (
    <Suspense>
      <nav>
        {pages.map(({ path, title, pinyin }) => (
          <Link key={path} to={path}>
            {title}
            {pinyin}
          </Link>
        ))}
      </nav>
      <Routes>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  );
}
