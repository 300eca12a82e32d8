import { expect, test } from "vitest";
import { isSoftwareRenderer } from "../../src/map/drones/choosePainter.ts";

test.each([
  "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
  "Google SwiftShader",
  "ANGLE (Mesa, llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5)",
  "llvmpipe, or similar",
  "Mesa OffScreen softpipe",
  "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)",
  "Apple Software Renderer",
])("%s runs on the CPU", (name) => {
  expect(isSoftwareRenderer(name)).toBe(true);
});

test.each([
  "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)",
  "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)",
  "ANGLE (AMD, AMD Radeon Graphics (radeonsi, renoir, LLVM 15.0.7), OpenGL 4.6)",
  "Apple GPU",
  "Mali-G78",
])("%s is a GPU", (name) => {
  expect(isSoftwareRenderer(name)).toBe(false);
});
