const towers = [
  [0, 150, 52],
  [58, 96, 40],
  [104, 176, 34],
  [144, 120, 58],
  [208, 210, 44],
  [258, 140, 64],
  [328, 186, 36],
  [370, 110, 56],
  [432, 160, 48],
  [486, 90, 62],
  [554, 200, 38],
  [598, 130, 60],
] as const;

/** A city with three routes flown over it; decoration, drawn in the panel's own colours. */
export function Skyline({ className }: { readonly className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 658 420" preserveAspectRatio="xMidYMax slice" focusable="false">
      <g fill="none" strokeWidth="1.6" strokeDasharray="2 7" strokeLinecap="round" opacity="0.75">
        <path d="M20 190C150 60 300 250 640 70" stroke="#66b1ff" />
        <path d="M60 90C220 190 420 20 600 150" stroke="#79d3a7" />
        <path d="M10 260C200 150 380 240 650 190" stroke="#8fa6c4" />
      </g>
      <g fill="#66b1ff">
        <circle cx="332" cy="152" r="5" />
        <circle cx="332" cy="152" r="13" opacity="0.2" />
      </g>
      <g fill="#79d3a7">
        <circle cx="416" cy="93" r="5" />
        <circle cx="416" cy="93" r="13" opacity="0.2" />
      </g>
      <g fill="#22303f">
        {towers.map(([x, height, width]) => (
          <rect key={x} x={x} y={420 - height} width={width} height={height} rx="3" />
        ))}
      </g>
      <g fill="#3d5169">
        {towers.map(([x, height, width]) => (
          <rect key={x} x={x + width / 2 - 6} y={420 - height + 16} width="12" height="4" rx="2" />
        ))}
      </g>
    </svg>
  );
}
